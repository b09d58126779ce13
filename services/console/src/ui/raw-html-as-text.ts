/** The little of a syntax tree that is looked at here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** A rehype plugin: HTML within markdown becomes text. Left as it is, it would be dropped, and `List<String>` with it. */
export function rawHtmlAsText() {
  return (tree: Node): void => visit(tree);
}

function visit(node: Node): void {
  if (node.type === 'raw') node.type = 'text';
  node.children?.forEach(visit);
}
