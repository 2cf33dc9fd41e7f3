import fc from 'fast-check';

/** Gives prose in several languages, with braces, quotes, code spans, data and the words of the contract. */
export const someAnswer = fc
  .array(
    fc.constantFrom(
      'The plan has three parts.',
      'Use {name} and {{value}} as placeholders, or { } for a block.',
      'Der Ordner enthält „a“ und „b“; die Menge {1, 2} ist klein [1].',
      'L’objet {a: 1} n’est pas du JSON valide.',
      '使用 {name} 作为占位符，见 [1]。',
      'Множество {x | x > 0} бесконечно.',
      'A tool is a device used to carry out a function.',
      'The key "tool" names the tool and "parameters" its values.',
      'Set `terminate` to true when the work is done.',
      'I would call `move_file`, but it needs a path. Which file do you mean?',
      'The JSON was {"a": 1} before and {"a": 2} after.',
      'x < y and a > b, so f(x) = [y, {z}].',
      'Run `npm test` {once} and wait.',
      'The template says {% if tool %}{{ parameters }}{% endif %}.',
      'Werkzeug: Bohrer. Parameter: keine.',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain((sentences) => fc.constantFrom(' ', '\n', '\n\n').map((gap) => sentences.join(gap)));

/** Gives code with its label. */
export const someCode = fc.constantFrom<readonly [label: string, code: string]>(
  ['c', '#include <stdio.h>\n\nint main(void) {\n    printf("Hello, {world}!\\n");\n    return 0;\n}'],
  ['c', 'struct tool { char *name; int parameters[3]; bool terminate; };'],
  ['ts', 'type Call = {\n  tool: string;\n  parameters: Record<string, unknown>;\n  terminate: boolean;\n};'],
  ['ts', 'const call = { tool: "read_file", parameters: { path }, terminate: false };\nawait run(call);'],
  [
    'dart',
    "void main() {\n  final call = {'tool': 'move_file', 'parameters': {}, 'terminate': false};\n  print(jsonEncode(call));\n}",
  ],
  [
    'python',
    'call = {"tool": "read_file", "parameters": {"path": "a"}, "terminate": False}\nprint(json.dumps(call))',
  ],
  [
    'go',
    'type Call struct {\n\tTool string `json:"tool"`\n\tParameters map[string]any `json:"parameters"`\n}',
  ],
  ['rust', 'let c = json!({"tool": "x", "parameters": {}, "terminate": false});'],
  ['yaml', 'parameters:\n  - name: env\n    type: string\nsteps:\n  - script: echo {{ parameters.env }}'],
  ['yaml', 'tools:\n  - tool: drill\n    state: idle'],
  ['bash', 'curl -d \'{"tool": "x", "parameters": {}, "terminate": false}\' localhost'],
  ['toml', '[tool.ruff]\nline-length = 100'],
  ['css', 'a { color: red; }'],
);

const contractSchema = {
  tool: { type: 'string' },
  parameters: { type: 'object' },
  terminate: { type: 'boolean' },
};

export const someDocument = fc.constantFrom<unknown>(
  { name: 'demo', version: '1.0.0', scripts: { test: 'vitest run', tool: 'node tool.js' } },
  { type: 'object', properties: contractSchema, required: ['tool', 'parameters', 'terminate'] },
  { openapi: '3.1.0', components: { schemas: { Call: { type: 'object', properties: contractSchema } } } },
  {
    $schema: 'https://schema.management.azure.com/',
    parameters: { location: { type: 'string' } },
    resources: [],
  },
  { project: { name: 'x' }, tool: { ruff: { 'line-length': 100 } } },
  { name: 'web', command: 'node', args: ['x.js'] },
  { name: 'read_file', description: 'Reads a file', parameters: { type: 'object', properties: {} } },
  { compilerOptions: { strict: true }, include: ['**/*.ts'] },
  { status: 'ok', items: [1, 2, { text: '}' }] },
  { translations: { tool: 'Werkzeug', parameters: 'Parameter', terminate: 'beenden' }, lang: 'de' },
  [
    { name: 'Ana', age: 30 },
    { name: 'Ben', age: 31 },
  ],
);

/** Gives records of machines: `tool` is a member among others, and nothing else is a key of the contract. */
export const someRecords = fc.array(
  fc.record({
    time: fc.constantFrom('09:14', '10:01'),
    tool: fc.constantFrom('drill', 'saw', 'Bohrer', 'press 3'),
    state: fc.constantFrom('idle', 'busy'),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 4 },
);
