'use client';

import Link from 'next/link';
import { type ModelVerdict, verdictWords } from '@/lib/contracts/model-check';
import { useWorkflows } from '../_client/workflow-queries';
import classes from './model-in-use.module.css';

/** Shows the model in use on every page, because the demo looks much like a real model. */
export function ModelInUse() {
  const model = useWorkflows().data?.model;
  if (!model) return null;
  return (
    <Link href="/settings" className={classes['model']}>
      <span className={classes['label']}>Model</span>
      <span className={classes['name']}>{model.name}</span>
      {model.problem === null ? (
        <Verdict check={model.check} />
      ) : (
        <span className={classes['problem']} title={model.problem}>
          {firstSentence(model.problem)}
        </span>
      )}
    </Link>
  );
}

/** Shows the verdict of a model, unless the model fits. */
function Verdict({ check }: { check: ModelVerdict | null }) {
  if (!check || check.verdict === 'fits') return null;
  const isBad = check.verdict === 'does_not_fit';
  const words = verdictWords[check.verdict];
  return (
    <span className={classes[isBad ? 'problem' : 'care']} title={check.why}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </span>
  );
}

/** Shortens the problem to its first sentence. The settings page, one click away, has the rest. */
function firstSentence(text: string): string {
  const end = text.indexOf('. ');
  return end === -1 ? text : text.slice(0, end + 1);
}
