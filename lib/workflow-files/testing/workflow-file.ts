/** Returns a valid file of an agent workflow; `lines` are added at the end of its front matter. */
export function agentFile(lines: string[] = [], body = 'Look at {{ path }}.\n'): string {
  return [
    '---',
    'id: look',
    'title: Look',
    'category: Reading',
    'icon: search',
    'description: Looks at a file.',
    'tools: [read_file]',
    ...(lines.some((line) => line.startsWith('parameters:'))
      ? []
      : ['parameters:', '  - name: path', '    label: File', '    type: path', '    required: true']),
    ...lines,
    '---',
    body,
  ].join('\n');
}

export const known = {
  toolNames: ['list_files', 'read_file', 'write_file', 'edit_file'],
  systemPromptIds: ['default'],
};
