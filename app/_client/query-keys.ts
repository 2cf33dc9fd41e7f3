/** Defines every key of the query cache. No other file defines one. */
export const queryKeys = {
  me: ['me'] as const,
  workflows: ['workflows'] as const,
  conversations: ['conversations'] as const,
  conversationLists: ['conversations', 'list'] as const,
  conversationList: (search: string, isMine = false, workspaceId = '') =>
    isMine || workspaceId !== ''
      ? (['conversations', 'list', search, isMine ? 'mine' : 'all', workspaceId] as const)
      : (['conversations', 'list', search] as const),
  activeConversations: ['conversations', 'list', '', 'active'] as const,
  conversation: (id: string) => ['conversations', 'one', id] as const,
  run: (id: string) => ['runs', id] as const,
  callDetail: (runId: string, itemId: string, shown: string) =>
    ['runs', runId, 'calls', itemId, shown] as const,
  approvals: ['approvals'] as const,
  approvalLists: ['approvals', 'list'] as const,
  pendingApprovals: ['approvals', 'list', 'pending'] as const,
  othersApprovals: ['approvals', 'list', 'others'] as const,
  decidedApprovals: (filter: string, search: string) =>
    ['approvals', 'list', 'decided', filter, search] as const,
  approval: (id: string) => ['approvals', 'one', id] as const,
  approvalState: (id: string) => ['approvals', 'state', id] as const,
  file: (path: string, workspaceId: string | null) => ['files', workspaceId, path] as const,
  pathSuggestions: (text: string, workspaceId: string | null) => ['paths', workspaceId, text] as const,
  modelSettings: ['settings', 'model'] as const,
  modelChecks: ['settings', 'model', 'checks'] as const,
  localServers: ['settings', 'model', 'local-servers'] as const,
  systemPrompts: ['settings', 'prompts'] as const,
  promptPreview: (id: string, version: number, workflowId: string) =>
    ['settings', 'prompts', id, version, workflowId] as const,
  door: ['door'] as const,
  sessions: ['sessions'] as const,
  apiTokens: ['tokens'] as const,
  account: ['account'] as const,
  people: ['people'] as const,
  usage: (days: number) => ['usage', days] as const,
  audit: (by: string, kind: string) => ['audit', by, kind] as const,
  servers: ['servers'] as const,
  workspaces: ['settings', 'workspaces'] as const,
  health: ['health'] as const,
  sampleFiles: (workspaceId: string | null) => ['settings', 'samples', workspaceId] as const,
  signing: ['settings', 'signing'] as const,
  retention: ['settings', 'retention'] as const,
  retentionEffect: (days: number | null) => ['settings', 'retention', 'effect', days] as const,
  generalSettings: ['settings', 'general'] as const,
};
