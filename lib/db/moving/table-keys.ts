import type { Prisma } from '../generated/client';

/** Has the key of each table. A table comes after those that its rows belong to. */
export const tableKeys = {
  Actor: ['id'],
  Account: ['actorId'],
  Passkey: ['id'],
  OneTimeCode: ['id'],
  SignInTry: ['emailHash'],
  Server: ['id'],
  Session: ['id'],
  SignInLink: ['codeHash'],
  ApiToken: ['id'],
  Setting: ['key'],
  Rule: ['id'],
  SystemPrompt: ['id'],
  SystemPromptVersion: ['promptId', 'version'],
  WorkflowRevision: ['workflowId', 'revision'],
  Conversation: ['id'],
  SearchText: ['id'],
  Message: ['id'],
  Run: ['id'],
  PromptSnapshot: ['runId'],
  DriveRequest: ['runId'],
  RunEvent: ['runId', 'version'],
  ToolCall: ['id'],
  CallPreview: ['callId'],
  Approval: ['id'],
  ApprovalDecision: ['approvalId', 'number'],
  Usage: ['runId', 'quarter', 'model'],
  AuditEntry: ['id'],
} as const satisfies Record<Prisma.ModelName, readonly [string, ...string[]]>;

export type Table = keyof typeof tableKeys;
export const tables = Object.keys(tableKeys) as Table[];
