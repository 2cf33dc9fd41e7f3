import ts from 'typescript';
import { type Access, accessByAction } from '../../lib/policy/access';

/** An entrance reaches the server from outside: a method of a route, or a page that Next draws with data. */
export type Entrance = {
  file: string;
  /** This is "GET", "POST" …, or "page". */
  method: string;
  action: keyof typeof accessByAction;
  access: Access;
};

const frames = {
  route: { name: 'handleRoute', module: '@/lib/server/handle-route' },
  /** Everybody may ask these routes, and no other ones. */
  open: { name: 'handleOpenRoute', module: '@/lib/server/handle-open-route' },
  page: { name: 'readForPage', module: '@/lib/server/read-for-page' },
};
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** These exports of a route configure Next and answer nothing. */
const routeSettings = ['dynamic'];
const useCases = /(^|\/)lib\/use-cases\//;

/**
 * Reads the sources of routes and pages, by their paths. `problems` has a line for each export of a route
 * that the frame did not make, each frame without a known action, and each use of a use case that the frame
 * does not control.
 */
export function readEntrances(sources: Record<string, string>) {
  const entrances: Entrance[] = [];
  const problems: string[] = [];
  for (const [file, text] of Object.entries(sources)) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const imports = readImports(source);
    const isRoute = /(^|\/)route\.\w+$/.test(file);
    const own = isRoute ? [frames.route, frames.open] : [frames.page];
    const names = own.map(({ name }) => name).join(' or ');
    const isFramed = (node: ts.Node): node is ts.CallExpression =>
      own.some((frame) => isCallOf(node, frame, imports));
    const report = (problem: string) => problems.push(`${file}: ${problem}`);
    const add = (method: string, call: ts.CallExpression) => {
      const action = readAction(call);
      const isOpen = isCallOf(call, frames.open, imports);
      if (action && isOpen !== (accessByAction[action] === 'enter'))
        report(`${method} lets strangers in, or keeps them out, against its action ${action}`);
      else if (action) entrances.push({ file, method, action, access: accessByAction[action] });
      else report(`${method} states no action of lib/policy/access`);
    };

    if (isRoute) {
      const [, first = 'id'] = /\[(\w+)\]/.exec(file) ?? [];
      if (first !== 'id') report(`its thing is [${first}] and not [id], so the frame finds no owner`);
      for (const { name, value } of source.statements.flatMap(readExports)) {
        if (routeSettings.includes(name)) continue;
        if (methods.includes(name) && value && isFramed(value)) add(name, value);
        else report(`${name} is not made by ${names}`);
      }
    }
    visit(source, (node) => {
      if (!isRoute && isFramed(node)) add('page', node);
      if (node.kind === ts.SyntaxKind.ImportKeyword) report('imports while it runs');
      if (!ts.isIdentifier(node) || !useCases.test(imports.get(node.text) ?? '')) return;
      if (ts.findAncestor(node, ts.isImportDeclaration) || ts.isTypeNode(node.parent)) return;
      if (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) return;
      if (!ts.findAncestor(node, isFramed)) report(`${node.text} is called outside ${names}`);
      const call = node.parent;
      const given = ts.isCallExpression(call) && call.expression === node ? call.arguments : [];
      const [services, actor] = given.map((argument) => argument.getText());
      if (services !== 'services' || actor !== 'actor' || given.length > 3)
        report(`${node.text} does not get (services, actor, input)`);
    });
  }
  return { entrances, problems };
}

/** Maps each imported name, as the file calls it, to its module. */
function readImports(source: ts.SourceFile): Map<string, string> {
  const imports = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { importClause } = statement;
    const bindings = importClause?.namedBindings;
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements : [bindings, importClause];
    for (const { name } of names.filter((entry) => entry !== undefined))
      if (name) imports.set(name.text, statement.moduleSpecifier.text);
  }
  return imports;
}

/** Only `export const name = value` has a `value`. */
function readExports(statement: ts.Statement): { name: string; value?: ts.Expression | undefined }[] {
  if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement))
    return [{ name: `“${statement.getText()}”` }];
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name, initializer }) => ({
        name: name.getText(),
        value: initializer,
      }))
    : [{ name: `“${statement.getText()}”` }];
}

function isCallOf(
  node: ts.Node,
  { name, module }: { name: string; module: string },
  imports: ReadonlyMap<string, string>,
): node is ts.CallExpression {
  const isNamed =
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name;
  return isNamed && imports.get(name) === module;
}

function readAction(call: ts.CallExpression): Entrance['action'] | null {
  const [options] = call.arguments;
  if (!options || !ts.isObjectLiteralExpression(options)) return null;
  // A spread could replace the action that is written here.
  if (options.properties.some(ts.isSpreadAssignment)) return null;
  for (const property of options.properties) {
    if (!ts.isPropertyAssignment(property) || property.name.getText() !== 'action') continue;
    const action = ts.isStringLiteral(property.initializer) ? property.initializer.text : '';
    if (isAction(action)) return action;
  }
  return null;
}

function isAction(text: string): text is Entrance['action'] {
  return Object.hasOwn(accessByAction, text);
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}
