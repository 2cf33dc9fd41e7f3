import ts from 'typescript';

const runners = ['vitest', '@playwright/test'];
/** The runners' other exports hold no tests: `vi.mock('./a', () => …)`. */
const tools = ['vi', 'expect'];

/**
 * Finds every block of tests in a source: a call of a test runner's export with a title and a function, such
 * as `it`, `describe.each(…)` or `test.describe`. Blocks inside a block come after it.
 *
 * @param {string} source
 * @returns {{ title: string, firstLine: number, lastLine: number }[]} lines count from 1
 */
export function findTestBlocks(source) {
  const file = ts.createSourceFile('test.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const runnerNames = file.statements.flatMap(listRunnerImports);
  const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const blocks = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && runnerNames.includes(rootName(node)) && isBlock(node)) {
      const title = node.arguments[0].getText().replace(/^['"`]|['"`]$/g, '');
      blocks.push({ title, firstLine: lineAt(node.getStart()), lastLine: lineAt(node.end) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return blocks;
}

/** Finds the blocks in which no test ran. Calls inside a test, such as its steps, do not count as blocks. */
export function findIdleBlocks(blocks, ranLines) {
  const isTest = (block) => ranLines.includes(block.firstLine);
  const isInside = (block, outer) =>
    block !== outer && block.firstLine >= outer.firstLine && block.lastLine <= outer.lastLine;
  return blocks.filter(
    (block) =>
      !ranLines.some((line) => line >= block.firstLine && line <= block.lastLine) &&
      !blocks.some((outer) => isTest(outer) && isInside(block, outer)),
  );
}

function listRunnerImports(statement) {
  if (!ts.isImportDeclaration(statement) || !runners.includes(statement.moduleSpecifier.text)) return [];
  const named = statement.importClause?.namedBindings;
  return named && ts.isNamedImports(named)
    ? named.elements.map((element) => element.name.text).filter((name) => !tools.includes(name))
    : [];
}

/** Returns `it` for `it(…)`, `it.only(…)` and `it.each(…)(…)`. */
function rootName(node) {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isCallExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isTaggedTemplateExpression(node)
    ? rootName(node.expression ?? node.tag)
    : null;
}

function isBlock(call) {
  const [title, ...rest] = call.arguments;
  return title !== undefined && !isFunction(title) && rest.some(isFunction);
}

function isFunction(node) {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}
