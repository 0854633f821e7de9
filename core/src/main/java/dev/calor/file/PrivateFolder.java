package dev.calor.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/** Folders in shared places, such as the temporary folder, that no other user can read or write. */
public final class PrivateFolder {
    private static final String OWNER_ONLY = "rwx------";

    private PrivateFolder() {}

    /**
     * Creates a folder that only its owner can use, or uses an existing one.
     *
     * @throws AccessDeniedException if it exists and belongs to another user, is a link, or others may use it
     * @throws IOException if it cannot be created
     */
    public static Path make(Path folder) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        try {
            if (posix) {
                Files.createDirectory(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
            } else {
                Files.createDirectory(folder);
            }
        } catch (FileAlreadyExistsException there) {
            if (posix) {
                check(folder);
            }
        }
        return folder;
    }

    /** The owner of the files of this process: users of containers need not have a name. */
    private static UserPrincipal me(Path folder) throws IOException {
        Path probe =
                Files.createTempFile(folder.toAbsolutePath().resolveSibling(".").normalize(), ".calor", ".probe");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static void check(Path folder) throws IOException {
        UserPrincipal me = me(folder);
        boolean mine = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(me);
        String mode = mine ? PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)) : "";
        if (!mode.equals(OWNER_ONLY)) {
            throw new AccessDeniedException(
                    folder.toString(),
                    null,
                    mine ? "others may use it (" + mode + ", not " + OWNER_ONLY + ")" : "it belongs to somebody else");
        }
    }
}
