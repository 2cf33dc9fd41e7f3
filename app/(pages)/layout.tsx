import type { ReactNode } from 'react';
import { CountersignShell } from './countersign-shell';

export default function PagesLayout({ children }: { children: ReactNode }) {
  return <CountersignShell>{children}</CountersignShell>;
}
