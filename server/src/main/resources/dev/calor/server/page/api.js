// Calls of the REST API. What it refuses becomes an Error with its message.

async function refusal(response) {
  let message = `the server answered ${response.status}`;
  try {
    message = (await response.json()).message ?? message;
  } catch {
    // no JSON: the status says all there is
  }
  const error = new Error(message);
  error.status = response.status;
  return error;
}

async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("the server does not answer; is 'calor serve' still running?");
  }
  if (response.status === 401 && path !== "/api/session") {
    await login();
    return call(path, options);
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Asks for the token of a server that needs one, until it is right. */
async function login() {
  const token = window.prompt("This server needs its token:");
  if (token === null) throw new Error("this server needs its token; reload the page to give it");
  const response = await fetch("/api/session", { method: "POST", body: JSON.stringify({ token }) });
  if (!response.ok) return login();
}

export async function get(path) {
  return (await call(path)).json();
}

export async function send(method, path, body) {
  const response = await call(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.status === 204 ? null : response.json();
}

/** Sends a file; `heard` hears the share that is sent. A fetch has no progress of uploads. */
export function upload(path, file, heard) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.upload.onprogress = (event) => event.lengthComputable && heard(event.loaded / event.total);
    request.onload = () => {
      let body = {};
      try {
        body = JSON.parse(request.responseText);
      } catch {
        // not JSON: the status says all there is
      }
      if (request.status < 300) resolve(body);
      else reject(new Error(body.message ?? `the server answered ${request.status}`));
    };
    request.onerror = () => reject(new Error("the upload broke off; is 'calor serve' still running? Try again"));
    request.send(file);
  });
}

/** Asks for rows as JSON objects. */
export async function rows(path, order) {
  const response = await call(path, { method: "POST", body: JSON.stringify({ ...order, format: "jsonl" }) });
  return (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
}

/** Asks for rows and lets the browser save them; `body` is JSON or a file. Returns what the server warns of, or "". */
export async function download(path, body, name) {
  const response = await call(path, { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return decodeURIComponent(response.headers.get("Calor-Warning") ?? "");
}
