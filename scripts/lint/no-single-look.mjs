/** What stands for a page that is alive; an answer of the API (`page.request`) is not. */
const LIVE_TYPES = new Set(['Page', 'Frame', 'FrameLocator', 'Locator', 'ElementHandle', 'JSHandle']);

/**
 * A page changes by itself, so what is read from it once may be read too early. The rule refuses `expect(…)` about anything that is
 * asked of a page, of a part of one, or of a function that takes one, and about a variable that was read from one.
 */
export const noSingleLook = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      singleLook:
        'A page changes by itself, and this looks at it once: `await expectPoll(() => …)` looks until it fits.',
    },
  },
  create(context) {
    const { parserServices, scopeManager, visitorKeys } = context.sourceCode;

    const isLive = (node) => {
      const type = parserServices.getTypeAtLocation(node);
      return [type, ...(type.types ?? [])].some((one) => {
        const symbol = one.getSymbol();
        const files = symbol?.declarations?.map((declaration) => declaration.getSourceFile().fileName) ?? [];
        return LIVE_TYPES.has(symbol?.name) && files.some((file) => file.includes('playwright-core'));
      });
    };
    const isAsked = ({ callee }) => callee.type === 'MemberExpression' && isLive(callee.object);

    /** Everything below a node that is worked out when it is; a function within is not. */
    function* within(node, enters = () => true) {
      if (/Function/.test(node.type)) return;
      yield node;
      for (const key of visitorKeys[node.type] ?? []) {
        if (!enters(node, key)) continue;
        for (const child of [node[key]].flat()) if (child) yield* within(child, enters);
      }
    }
    const looksOnce = (node) =>
      [...within(node)].some(
        (part) => part.type === 'CallExpression' && (isAsked(part) || part.arguments.some(isLive)),
      );
    const wasRead = (identifier) => {
      const variable = scopeManager.scopes
        .flatMap((scope) => scope.references)
        .find((reference) => reference.identifier === identifier)?.resolved;
      const values = variable?.defs.map(({ node }) => node.init).filter(Boolean) ?? [];
      return values.some((value) =>
        [...within(value)].some((part) => part.type === 'CallExpression' && isAsked(part)),
      );
    };
    /** Of what somebody else is asked with a value of the page, the answer counts; of what is worked out from it, the value. */
    const isQuestion = ({ type, parent }) => type === 'CallExpression' && parent?.type === 'AwaitExpression';
    const isAboutVariable = (node) =>
      [...within(node, (parent, key) => !(isQuestion(parent) && key === 'arguments'))].some(
        (part) => part.type === 'Identifier' && wasRead(part),
      );

    return {
      "CallExpression[callee.name='expect']"(call) {
        const [seen] = call.arguments;
        if (seen && (looksOnce(seen) || isAboutVariable(seen)))
          context.report({ node: call, messageId: 'singleLook' });
      },
    };
  },
};
