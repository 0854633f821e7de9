package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.ThrowsTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.UnionTypeTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The reference documentation of the published modules is complete: every public type, method and constant has a comment, and
 * every method and constructor says which exceptions it throws, itself or through a method of its own class. Javadoc's own check
 * ("missing") would also demand a tag for every parameter and every result; these we leave to the sentence that needs them.
 */
class DocumentationTest {
    /** The first means a defect; the others are kinds of IOException, which is declared. */
    private static final Set<String> EXEMPT =
            Set.of("IllegalStateException", "AccessDeniedException", "NoSuchFileException");

    @ParameterizedTest
    @ValueSource(strings = {"core", "model", "cli"})
    void everyPublicMemberIsDocumented(String module) throws IOException {
        List<String> gaps = gaps(Path.of("..", module, "src", "main", "java"));
        assertTrue(gaps.isEmpty(), () -> gaps.size() + " gaps:\n" + String.join("\n", gaps));
    }

    @Test
    void findsWhatIsMissing(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("A.java"), """
                /** A type. */
                public class A {
                    public static final int BARE = 1;
                    /** A comment. */
                    public void direct(int x) {
                        if (x < 0) throw new IllegalArgumentException();
                    }
                    /** A comment. */
                    public void through(int x) {
                        check(x);
                    }
                    /**
                     * A comment.
                     *
                     * @throws IllegalArgumentException if x is negative
                     */
                    public void complete(int x) {
                        check(x);
                    }
                    /** A comment. */
                    public int lambda(java.util.Optional<Integer> x) {
                        return x.orElseThrow(() -> new IllegalArgumentException());
                    }
                    /** A comment. */
                    public void converted(int x) {
                        try {
                            check(x);
                        } catch (IllegalArgumentException caught) {
                            return;
                        }
                    }
                    /** A comment. */
                    public void declared() throws java.io.IOException {}
                    public void bare() {}
                    void hidden() {}
                    @Override public String toString() {
                        throw new IllegalStateException();
                    }
                    private static void check(int x) {
                        if (x < 0) throw new IllegalArgumentException();
                    }
                }
                """);
        assertEquals(
                List.of(
                        "A.BARE: no comment",
                        "A.direct: no @throws IllegalArgumentException",
                        "A.through: no @throws IllegalArgumentException",
                        "A.lambda: no @throws IllegalArgumentException",
                        "A.declared: no @throws IOException",
                        "A.bare: no comment"),
                gaps(folder));
    }

    private static List<String> gaps(Path sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> gaps = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
                Stream<Path> files = Files.walk(sources)) {
            List<Path> java = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(java));
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                new Reader(docs, gaps).scan(unit, null);
            }
        }
        return gaps;
    }

    /** Walks the public types of a file. */
    private static final class Reader extends TreePathScanner<Void, Void> {
        private final DocTrees docs;
        private final List<String> gaps;
        private Map<String, Set<String>> thrown = Map.of(); // by methods of the class, by name

        Reader(DocTrees docs, List<String> gaps) {
            this.docs = docs;
            this.gaps = gaps;
        }

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            if (!isPublic(type.getModifiers().getFlags())) {
                return null;
            }
            check(name(), Set.of());
            Map<String, Set<String>> outer = thrown;
            thrown = thrownBy(type);
            super.visitClass(type, null);
            thrown = outer;
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
            if (isPublic(method.getModifiers().getFlags()) && !overrides && !isImplied(method)) {
                Set<String> needed = new TreeSet<>(
                        thrown.getOrDefault(method.getName().toString(), Set.of())
                                        .isEmpty()
                                ? Set.of()
                                : exceptions(method, thrown));
                method.getThrows().forEach(declared -> needed.add(simple(declared)));
                check(name() + "." + method.getName().toString().replace("<init>", "new"), needed);
            }
            return null; // local classes are nobody's business
        }

        @Override
        public Void visitVariable(VariableTree field, Void unused) {
            if (isPublic(field.getModifiers().getFlags())) {
                check(name() + "." + field.getName(), Set.of());
            }
            return null;
        }

        /** A constructor the compiler wrote: at the very place of its class. */
        private boolean isImplied(MethodTree method) {
            return docs.getSourcePositions().getEndPosition(getCurrentPath().getCompilationUnit(), method) < 0;
        }

        private boolean isPublic(Set<Modifier> modifiers) {
            TreePath parent = getCurrentPath().getParentPath();
            boolean inInterface =
                    parent.getLeaf().getKind() == Tree.Kind.INTERFACE && !modifiers.contains(Modifier.PRIVATE);
            return inInterface || modifiers.contains(Modifier.PUBLIC) || modifiers.contains(Modifier.PROTECTED);
        }

        private String name() {
            List<String> names = new ArrayList<>();
            for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
                if (path.getLeaf() instanceof ClassTree type) {
                    names.add(0, type.getSimpleName().toString());
                }
            }
            return String.join(".", names);
        }

        private void check(String what, Set<String> needed) {
            DocCommentTree comment = docs.getDocCommentTree(getCurrentPath());
            if (comment == null) {
                gaps.add(what + ": no comment" + (needed.isEmpty() ? "" : ", no @throws " + String.join(", ", needed)));
                return;
            }
            Set<String> said = comment.getBlockTags().stream()
                    .filter(ThrowsTree.class::isInstance)
                    .map(tag -> ((ThrowsTree) tag).getExceptionName().toString())
                    .collect(Collectors.toSet());
            needed.stream()
                    .filter(exception -> !said.contains(exception))
                    .forEach(exception -> gaps.add(what + ": no @throws " + exception));
        }

        /** What each method of a class throws, itself or through another one, to the fixed point. */
        private static Map<String, Set<String>> thrownBy(ClassTree type) {
            List<MethodTree> methods = type.getMembers().stream()
                    .filter(MethodTree.class::isInstance)
                    .map(MethodTree.class::cast)
                    .toList();
            Map<String, Set<String>> thrown = new HashMap<>();
            int before = -1;
            for (int count = 0; count > before; ) {
                before = count;
                methods.forEach(
                        method -> thrown.computeIfAbsent(method.getName().toString(), name -> new HashSet<>())
                                .addAll(exceptions(method, thrown)));
                count = thrown.values().stream().mapToInt(Set::size).sum();
            }
            return thrown;
        }

        private static Set<String> exceptions(MethodTree method, Map<String, Set<String>> known) {
            Set<String> found = new TreeSet<>();
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitThrow(ThrowTree statement, Void unused) {
                    add(statement.getExpression());
                    return super.visitThrow(statement, null);
                }

                @Override
                public Void visitLambdaExpression(LambdaExpressionTree lambda, Void unused) {
                    add(lambda.getBody()); // orElseThrow(() -> new …)
                    return super.visitLambdaExpression(lambda, null);
                }

                @Override
                public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
                    if (call.getMethodSelect() instanceof IdentifierTree callee) {
                        found.addAll(known.getOrDefault(callee.getName().toString(), Set.of()));
                    }
                    return super.visitMethodInvocation(call, null);
                }

                /** What a try block throws and its own catch clauses convert does not leave the method. */
                @Override
                public Void visitTry(TryTree block, Void unused) {
                    Set<String> before = new TreeSet<>(found);
                    scan(block.getResources(), null);
                    scan(block.getBlock(), null);
                    Set<String> caught = block.getCatches().stream()
                            .map(clause -> clause.getParameter().getType())
                            .flatMap(type -> type instanceof UnionTypeTree union
                                    ? union.getTypeAlternatives().stream()
                                    : Stream.of(type))
                            .map(Reader::simple)
                            .collect(Collectors.toSet());
                    found.removeIf(exception -> !before.contains(exception)
                            && (caught.contains(exception) || caught.contains("RuntimeException")));
                    scan(block.getCatches(), null);
                    return scan(block.getFinallyBlock(), null);
                }

                @Override
                public Void visitClass(ClassTree local, Void unused) {
                    return null;
                }

                private void add(Tree thrown) {
                    String name = thrown instanceof NewClassTree created ? simple(created.getIdentifier()) : "";
                    if (name.endsWith("Exception") && !EXEMPT.contains(name)) {
                        found.add(name);
                    }
                }
            }.scan(method.getBody(), null);
            return found;
        }

        private static String simple(Tree type) {
            String name = type.toString();
            return name.substring(name.lastIndexOf('.') + 1);
        }
    }
}
