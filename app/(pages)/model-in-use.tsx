'use client';

import Link from 'next/link';
import { useWorkflows } from '../_client/workflow-queries';
import classes from './model-in-use.module.css';

/** Which model does the work, always in sight, since the demonstration looks much like one. */
export function ModelInUse() {
  const model = useWorkflows().data?.model;
  if (!model) return null;
  return (
    <Link href="/settings" className={classes['model']}>
      <span className={classes['label']}>Model</span>
      <span className={classes['name']}>{model.name}</span>
    </Link>
  );
}
