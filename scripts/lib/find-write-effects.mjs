import ts from 'typescript';

/**
 * A transaction runs again after a conflict, and after an error nothing of it works any more. So what runs in
 * one has no effect outside and catches no error. This module finds what breaks that, by the syntax of one file:
 * in a function that is handed to `write` (or to a function of the file that hands it on), also by its name or in
 * another call, in one with a parameter of type `WriteTransaction`, and in the functions inside of them.
 *
 * It does not follow calls. A function of another file is trusted if its result is used or it is given something
 * of the transaction, if it does not look like an effect by its name or by where it comes from, and if it takes no
 * `WriteTransaction`.
 */

const changing = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append enqueue'.split(' '),
);
/** These begin the names of functions that tell others, or do something later. */
const telling =
  /^(?:publish|send|notify|announce|emit|broadcast|dispatch|listen|setTimeout|setInterval|setImmediate|queueMicrotask|fetch)(?:[A-Z]|$)/;
/** Functions with such names only throw, so a call of one uses its result by going on. */
const throwing = /^(?:require|assert|refuse|failpoint)(?:[A-Z]|$)/;
/** Nothing of these objects belongs to the transaction. */
const outside = new Set([
  'console',
  'log',
  'process',
  'read',
  'runReads',
  'write',
  'database',
  'notices',
  'live',
  'globalThis',
]);
/** These functions of Promise hide an error. */
const hiding = new Set(['allSettled', 'any']);
/** To write to these is no transaction. */
const outputs = new Set(['process', 'response', 'socket', 'stdout', 'stderr']);
/** These modules of Node only compute. */
const pureModules = new Set([
  'node:crypto',
  'node:path',
  'node:assert',
  'node:util',
  'node:buffer',
  'node:url',
]);

/** Returns one line for each fault in the text of a file. */
export function findWriteEffects(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const ofNode = namesFromNode(source);
  const writers = findWriters(source);
  const found = new Set();
  const visit = (node) => {
    const names = ts.isFunctionLike(node) && node.body ? namesOfTransaction(node, writers) : null;
    if (names) check(node, names, { source, ofNode, found });
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

/**
 * If this function runs in a transaction, returns the names of what it is given, and among them those that stand
 * for the transaction. Otherwise returns null.
 */
function namesOfTransaction(node, { writers, types, handed }) {
  const isHanded =
    isArgumentOf(writers, node) || (!ts.isMethodDeclaration(node) && handed.has(nameOfFunction(node)));
  const isTyped = ({ type }) => type !== undefined && !ts.isFunctionTypeNode(type) && isNamed(type, types);
  if (!isHanded && !node.parameters.some(isTyped)) return null;
  const namesOf = (parameters) => new Set(parameters.flatMap((parameter) => namesIn(parameter.name)));
  return {
    given: namesOf(node.parameters),
    tables: namesOf(isHanded ? node.parameters : node.parameters.filter(isTyped)),
  };
}

/** Says whether a function is an argument of a call of one of these, also within those of another call. */
function isArgumentOf(writers, node) {
  for (let at = node; ts.isCallExpression(at.parent) && at.parent.arguments.includes(at); at = at.parent)
    if (isWriting(writers, at.parent)) return true;
  return false;
}

const isWriting = (writers, call) =>
  writers.has(nameOfCalled(call)) && !outputs.has(rootName(call.expression));

/**
 * Finds the functions of a file that hand work to a transaction, the types that stand for one, and the names of
 * what is handed.
 */
function findWriters(source) {
  const types = new Set(['WriteTransaction']);
  const writers = new Set(['write', 'writeUnlessTaken']);
  const takesWork = ({ type }) => type !== undefined && ts.isFunctionTypeNode(type) && isNamed(type, types);
  const visit = (node) => {
    if (ts.isTypeAliasDeclaration(node) && isPart.test(node.type.getText(source))) types.add(node.name.text);
    if (ts.isFunctionLike(node) && node.body && node.parameters.some(takesWork)) {
      writers.add(nameOfFunction(node));
    }
    if (ts.isBindingElement(node) && node.propertyName?.getText(source) === 'write') addName(node.name);
    if (ts.isVariableDeclaration(node) && node.initializer && isWriter(node.initializer)) addName(node.name);
    ts.forEachChild(node, visit);
  };
  const addName = (name) => ts.isIdentifier(name) && writers.add(name.text);
  const isWriter = (value) => {
    if (ts.isCallExpression(value))
      return nameOfCalled(value) === 'bind' && isWriter(value.expression.expression);
    return nameOfCalled({ expression: value }) === 'write' && !outputs.has(rootName(value));
  };
  visit(source);
  const handed = new Set();
  const collect = (node) => {
    if (ts.isCallExpression(node) && isWriting(writers, node))
      for (const given of node.arguments) if (ts.isIdentifier(given)) handed.add(given.text);
    ts.forEachChild(node, collect);
  };
  collect(source);
  return { writers, types, handed };
}

/** Returns the name of a function, or of the variable that holds it, or nothing. */
function nameOfFunction(node) {
  const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : null);
  return name && ts.isIdentifier(name) ? name.text : undefined;
}

/** Matches a type that is the transaction, or has some of its tables. */
const isPart = /^(?:Pick<)?WriteTransaction\b(?!\[)/;

/** Says whether a type mentions one of these. */
const isNamed = (type, types) => mentions(type, (name) => types.has(name));

function check(work, { given, tables }, { source, ofNode, found }) {
  const own = new Set();
  const collect = (node) => {
    if (ts.isVariableDeclaration(node)) for (const name of namesIn(node.name)) own.add(name);
    if (ts.isFunctionLike(node) && node !== work) {
      if (node.name && ts.isIdentifier(node.name)) own.add(node.name.text);
      for (const parameter of node.parameters) for (const name of namesIn(parameter.name)) own.add(name);
    }
    ts.forEachChild(node, collect);
  };
  collect(work.body);
  const isInside = (name) => given.has(name) || own.has(name);
  const report = (node, what) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.add(`${source.fileName}:${line + 1}: ${what}`);
  };
  const visit = (node) => {
    if (ts.isTryStatement(node) && node.catchClause)
      report(node, 'a transaction catches no error: after one, nothing of it works. Catch it around `write`');
    const changed = targetOf(node);
    if (changed && !own.has(rootName(changed)))
      report(
        node,
        `a transaction may run twice, and must not change ${changed.getText(source)} outside of it`,
      );
    if (ts.isAwaitExpression(node) && !mentions(node.expression, isInside))
      report(node, 'a transaction waits only for its own statements');
    if (ts.isCallExpression(node)) checkCall(node);
    ts.forEachChild(node, visit);
  };
  const isGiven = (call) => mentions(call, (name) => given.has(name));
  const checkCall = (call) => {
    const root = rootName(call.expression);
    const name = nameOfCalled(call);
    const isHiding = root === 'Promise' && hiding.has(name);
    if (name === 'catch' || (name === 'then' && call.arguments.length > 1) || isHiding)
      report(call, 'a transaction catches no error: after one, nothing of it works. Catch it around `write`');
    const isOwn = own.has(root) || tables.has(root);
    if (!isOwn && ts.isPropertyAccessExpression(call.expression) && changing.has(name) && root !== '') {
      report(call, `a transaction may run twice, and must not change ${root} outside of it`);
      return;
    }
    if (isInside(root)) return;
    const isOnlyEffect = isDiscarded(call) && !throwing.test(name) && !isGiven(call);
    if (telling.test(name) || outside.has(root) || ofNode.has(root) || isOnlyEffect)
      report(
        call,
        `a transaction has no effect outside, and must not call ${call.expression.getText(source)}`,
      );
  };
  visit(work.body);
}

/** Returns what an expression assigns to, or null. */
function targetOf(node) {
  const { FirstAssignment, LastAssignment, PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= FirstAssignment && kind <= LastAssignment ? node.left : null;
  }
  if (ts.isDeleteExpression(node)) return node.expression;
  const isStep = ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node);
  return isStep && [PlusPlusToken, MinusMinusToken].includes(node.operator) ? node.operand : null;
}

/** Returns the variable at the beginning of a chain of members and calls, or nothing. */
function rootName(expression) {
  let at = expression;
  while (!ts.isIdentifier(at)) {
    const isLink =
      ts.isPropertyAccessExpression(at) ||
      ts.isElementAccessExpression(at) ||
      ts.isCallExpression(at) ||
      ts.isNonNullExpression(at) ||
      ts.isParenthesizedExpression(at) ||
      ts.isAsExpression(at);
    if (!isLink) return at.kind === ts.SyntaxKind.ThisKeyword ? 'this' : '';
    at = at.expression;
  }
  return at.text;
}

/** Says whether nothing uses the result of a call, so that the call is there for its effect. */
function isDiscarded(call) {
  let at = call.parent;
  while (ts.isAwaitExpression(at) || ts.isParenthesizedExpression(at)) at = at.parent;
  return ts.isVoidExpression(at) || ts.isExpressionStatement(at);
}

const nameOfCalled = ({ expression }) => {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isElementAccessExpression(expression) && ts.isStringLiteralLike(expression.argumentExpression))
    return expression.argumentExpression.text;
  return ts.isIdentifier(expression) ? expression.text : '';
};

const namesIn = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));

function mentions(node, isInside) {
  if (ts.isIdentifier(node) && isInside(node.text)) return true;
  return ts.forEachChild(node, (child) => mentions(child, isInside) || undefined) ?? false;
}

/** Returns what a file imports from modules of Node that read or change something. */
function namesFromNode(source) {
  const names = new Set();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const from = statement.moduleSpecifier.text;
    if (!from.startsWith('node:') || pureModules.has(from)) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    if (name) names.add(name.text);
    if (namedBindings && ts.isNamespaceImport(namedBindings)) names.add(namedBindings.name.text);
    if (namedBindings && ts.isNamedImports(namedBindings))
      for (const element of namedBindings.elements) names.add(element.name.text);
  }
  return names;
}
