import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** People read the texts of these rooms on the screen. Other rooms hold texts for models. */
const rooms = ['app', 'lib/use-cases', 'lib/workflows', 'lib/workflow-files', 'lib/tools'];

test('texts on the screen have curly apostrophes', () => {
  const straight = rooms.flatMap((room) => sourcesOf(room).flatMap(findStraight));
  expect(straight).toEqual([]);
});

function sourcesOf(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(fixtures|testing)\//.test(file))
    .map((file) => path.join(room, file));
}

function findStraight(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    if (isText(node) && /\p{L}'\p{L}/u.test(node.text)) found.push(`${file}: ${node.text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isText(node: ts.Node): node is ts.JsxText | ts.LiteralLikeNode {
  return (
    ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || isTemplatePart(node)
  );
}

function isTemplatePart(node: ts.Node): node is ts.TemplateMiddle | ts.TemplateTail {
  return ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}
