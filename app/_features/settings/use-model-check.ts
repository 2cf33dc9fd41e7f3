import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckFindingView, ModelCheckMessage, ModelCheckView } from '@/lib/contracts/model-check';
import { type ModelToCheck, streamModelCheck, useKeepModelCheck } from '../../_client/settings-queries';

type CheckState = {
  progress: Extract<ModelCheckMessage, { type: 'progress' }> | null;
  wait: string | null;
  findings: readonly CheckFindingView[];
  report: ModelCheckView | null;
  problem: string | null;
};
const idle: CheckState = { progress: null, wait: null, findings: [], report: null, problem: null };

/** Runs a check while the page is open. Leaving the page stops the check. */
export function useModelCheck() {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController | null>(null);
  const keep = useKeepModelCheck();
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState(idle);
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (model: ModelToCheck) => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    setState({ ...idle, progress: { type: 'progress', done: 0, total: 1, now: 'Asks the server' } });
    const change = (next: (before: CheckState) => CheckState) => {
      if (running.current === controller) setState(next);
    };
    try {
      for await (const message of streamModelCheck(model, controller.signal)) {
        change((before) => apply(before, message));
        if (message.type === 'finished') keep();
      }
      change((before) =>
        before.report ? before : { ...before, progress: null, problem: 'The check broke off. Try again.' },
      );
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'The check broke off. Try again.';
      change((before) => ({ ...before, progress: null, problem }));
    }
  };
  return { state, start, stop };
}

function apply(before: CheckState, message: ModelCheckMessage): CheckState {
  switch (message.type) {
    case 'progress':
      return { ...before, progress: message };
    case 'waiting':
      return { ...before, wait: message.message };
    case 'finding':
      return { ...before, findings: replaceById(before.findings, message.finding) };
    case 'finished':
      return { ...before, progress: null, wait: null, report: message.report };
  }
}

/** Replaces a finding that a later question of the check corrects. */
function replaceById(before: readonly CheckFindingView[], found: CheckFindingView): CheckFindingView[] {
  const isKnown = before.some(({ id }) => id === found.id);
  return isKnown ? before.map((one) => (one.id === found.id ? found : one)) : [...before, found];
}
