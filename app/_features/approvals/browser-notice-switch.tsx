'use client';

import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { browserNoticeKey } from './browser-notice';

/** Asks for the browser's permission only when a person turns notifications on. */
export function BrowserNoticeSwitch() {
  const [isWanted, setIsWanted] = useLocalStorage({ key: browserNoticeKey, defaultValue: false });
  const [problem, setProblem] = useState<string | null>(null);
  const toggle = async (next: boolean) => {
    setProblem(null);
    if (next && typeof Notification === 'undefined')
      return setProblem('This browser does not support notifications.');
    if (next && (await Notification.requestPermission()) !== 'granted') {
      return setProblem('The browser blocks notifications for this address.');
    }
    setIsWanted(next);
  };
  return (
    <Switch
      label="Notify me when something needs me"
      description="Browser notification while this tab is in the background."
      checked={isWanted}
      error={problem}
      onChange={(event) => void toggle(event.currentTarget.checked)}
    />
  );
}
