import type { FileView } from '@/lib/contracts/files';

export type ShownFile = Extract<FileView, { kind: 'file' }>;
