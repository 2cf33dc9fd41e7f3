'use client';

import { Button, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '../text/copy-text';
import classes from './shown-once.module.css';

type Props = {
  label: string;
  text: string;
  /** Names the thing in the buttons: "link" or "token". */
  noun: string;
  /** The text is a code, not an address. */
  isCode?: boolean;
  /** Says what to do with it and how long it works. */
  words: ReactNode;
  children?: ReactNode;
  onDone: () => void;
};

/** Shows a secret that nothing can show again, ready to copy. */
export function ShownOnce({ label, text, noun, isCode = false, words, children, onDone }: Props) {
  return (
    <div className={classes['panel']}>
      <TextInput
        label={label}
        classNames={isCode ? { input: classes['code'] ?? '' } : {}}
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<CopyText text={text} label={`Copy the ${noun}`} />}
      />
      <Text size="sm">{words}</Text>
      {children}
      <Button className={classes['hide']} variant="default" size="xs" onClick={onDone}>
        {`Hide the ${noun}`}
      </Button>
    </div>
  );
}
