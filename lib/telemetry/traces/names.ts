/** These names are those of the semantic conventions of OpenTelemetry for generative AI. */
export const operations = { agent: 'invoke_agent', chat: 'chat', tool: 'execute_tool' } as const;

export const attributes = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  conversation: 'gen_ai.conversation.id',
  workflow: 'gen_ai.workflow.name',
  tool: 'gen_ai.tool.name',
  call: 'gen_ai.tool.call.id',
  error: 'error.type',
  // The conventions have no name for these.
  run: 'countersign.run.id',
  runStatus: 'countersign.run.status',
  approvalOutcome: 'countersign.approval.outcome',
  approvalRole: 'countersign.approval.role',
} as const;

/** This span is the time that a call waits for people. */
export const approvalSpan = 'countersign.approval';
