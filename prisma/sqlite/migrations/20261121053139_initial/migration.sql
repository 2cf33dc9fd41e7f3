-- CreateTable
CREATE TABLE "Conversation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "title" TEXT NOT NULL,
    "activeRunId" TEXT,
    "createdById" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Message" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "runId" TEXT,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Message_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "workflowId" TEXT,
    "workflowRevision" TEXT,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "parametersJson" TEXT NOT NULL,
    "toolsJson" TEXT NOT NULL,
    "planJson" TEXT NOT NULL,
    "modelName" TEXT NOT NULL,
    "startedById" TEXT NOT NULL,
    "startedByName" TEXT NOT NULL,
    "idempotencyKey" TEXT,
    "maxSteps" INTEGER NOT NULL,
    "maxActiveMs" INTEGER NOT NULL,
    "maxMalformedReplies" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "stateJson" TEXT NOT NULL,
    "steps" INTEGER NOT NULL,
    "activeMs" INTEGER NOT NULL,
    "malformedReplies" INTEGER NOT NULL,
    "rejectedCallHashesJson" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "leaseOwner" TEXT,
    "leaseUntil" DATETIME,
    "heartbeatAt" DATETIME,
    CONSTRAINT "Run_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RunEvent" (
    "runId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "payloadJson" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("runId", "version"),
    CONSTRAINT "RunEvent_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ToolCall" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "tool" TEXT NOT NULL,
    "parametersJson" TEXT NOT NULL,
    "layers" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "headline" TEXT NOT NULL,
    "previewJson" TEXT NOT NULL,
    "outcomeJson" TEXT,
    "requestedAt" DATETIME NOT NULL,
    "startedAt" DATETIME,
    "finishedAt" DATETIME,
    CONSTRAINT "ToolCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Approval" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "callId" TEXT NOT NULL,
    "callHash" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "headline" TEXT NOT NULL,
    "risk" TEXT NOT NULL,
    "riskReason" TEXT NOT NULL,
    "commentary" TEXT NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    "decidedAt" DATETIME,
    "decidedById" TEXT,
    "decidedByName" TEXT,
    "reason" TEXT,
    CONSTRAINT "Approval_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Approval_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Approval_callId_fkey" FOREIGN KEY ("callId") REFERENCES "ToolCall" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SystemPrompt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "title" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "SystemPromptVersion" (
    "promptId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdByName" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("promptId", "version"),
    CONSTRAINT "SystemPromptVersion_promptId_fkey" FOREIGN KEY ("promptId") REFERENCES "SystemPrompt" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PromptSnapshot" (
    "runId" TEXT NOT NULL PRIMARY KEY,
    "systemPromptId" TEXT NOT NULL,
    "systemPromptVersion" INTEGER NOT NULL,
    "messagesJson" TEXT NOT NULL,
    CONSTRAINT "PromptSnapshot_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "WorkflowRevision" (
    "workflowId" TEXT NOT NULL,
    "revision" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "firstUsedAt" DATETIME NOT NULL,

    PRIMARY KEY ("workflowId", "revision")
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "valueJson" TEXT NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "Conversation_updatedAt_id_idx" ON "Conversation"("updatedAt", "id");

-- CreateIndex
CREATE INDEX "Message_conversationId_createdAt_idx" ON "Message"("conversationId", "createdAt");

-- CreateIndex
CREATE INDEX "Message_runId_idx" ON "Message"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "Run_idempotencyKey_key" ON "Run"("idempotencyKey");

-- CreateIndex
CREATE INDEX "Run_conversationId_createdAt_idx" ON "Run"("conversationId", "createdAt");

-- CreateIndex
CREATE INDEX "Run_status_idx" ON "Run"("status");

-- CreateIndex
CREATE INDEX "Run_workflowId_createdAt_idx" ON "Run"("workflowId", "createdAt");

-- CreateIndex
CREATE INDEX "ToolCall_runId_step_idx" ON "ToolCall"("runId", "step");

-- CreateIndex
CREATE UNIQUE INDEX "Approval_callId_key" ON "Approval"("callId");

-- CreateIndex
CREATE INDEX "Approval_status_requestedAt_id_idx" ON "Approval"("status", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "Approval_runId_idx" ON "Approval"("runId");
