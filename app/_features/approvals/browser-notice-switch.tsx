'use client';

import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { browserNoticeKey } from './browser-notice';

/** Asks the browser's permission only when somebody wants notices. */
export function BrowserNoticeSwitch() {
  const [isWanted, setIsWanted] = useLocalStorage({ key: browserNoticeKey, defaultValue: false });
  const [problem, setProblem] = useState<string | null>(null);
  const toggle = async (next: boolean) => {
    setProblem(null);
    if (next && typeof Notification === 'undefined') return setProblem('This browser has no notices.');
    if (next && (await Notification.requestPermission()) !== 'granted') {
      return setProblem('The browser does not allow notices for this address.');
    }
    setIsWanted(next);
  };
  return (
    <Switch
      label="Notify me when something waits for my signature"
      description="With a notice of the browser, while this tab is out of sight."
      checked={isWanted}
      error={problem}
      onChange={(event) => void toggle(event.currentTarget.checked)}
    />
  );
}
