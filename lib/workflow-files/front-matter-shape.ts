import { type Document, isMap, isScalar, isSeq } from 'yaml';
import { z } from 'zod';
import type { JsonObject } from '../shared/json';
import { itemOf, memberOf, type Shape, withMember } from '../workflows/shape';
import type { Resolve } from './aliases';
import { frontMatterByKind } from './front-matter';
import type { ToolSchemas } from './known-names';

const toShape = (schema: z.ZodObject) =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))) as JsonObject;
const shapes = { agent: toShape(frontMatterByKind.agent), direct: toShape(frontMatterByKind.direct) };

const texts = { type: 'array', items: { type: 'string' } };
const textDefault = { anyOf: [{ type: 'string' }, texts] };
const numberDefault = { type: 'number' };

/**
 * Returns what each place of this front matter takes. The parameters of a step take what the step's tool
 * does, or anything if the tool's schema is unknown. The default of a number takes a number; any other
 * default takes text.
 */
export function shapeOfFrontMatter(document: Document, resolve: Resolve, tools: ToolSchemas): JsonObject {
  const root = resolve(document.contents);
  const shape = shapes[textAt(root, 'kind', resolve) === 'direct' ? 'direct' : 'agent'];
  const parameters = withItems(
    memberOf(shape, 'parameters'),
    itemsAt(root, 'parameters', resolve),
    (it) => ['default', textAt(it, 'type', resolve) === 'number' ? numberDefault : textDefault] as const,
  );
  const steps = withItems(memberOf(shape, 'steps'), itemsAt(root, 'steps', resolve), (it) => {
    const tool = textAt(it, 'tool', resolve) ?? '';
    return ['parameters', Object.hasOwn(tools, tool) ? (tools[tool] ?? {}) : {}] as const;
  });
  return withMember(withMember(shape, 'parameters', parameters), 'steps', steps);
}

function withItems(
  list: Shape,
  items: readonly unknown[],
  change: (item: unknown) => readonly [name: string, shape: JsonObject],
): JsonObject {
  const first = items.map((item, index) => withMember(itemOf(list, index) ?? {}, ...change(item)));
  return { ...list, prefixItems: first };
}

function itemsAt(map: unknown, name: string, resolve: Resolve): readonly unknown[] {
  const list = isMap(map) ? resolve(map.get(name, true)) : null;
  return isSeq(list) ? list.items.map(resolve) : [];
}

function textAt(map: unknown, name: string, resolve: Resolve): string | null {
  const scalar = isMap(map) ? resolve(map.get(name, true)) : null;
  return isScalar(scalar) && typeof scalar.value === 'string' ? scalar.value : null;
}
