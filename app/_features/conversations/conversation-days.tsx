'use client';

import type { ConversationSummary } from '@/lib/contracts/conversations';
import { RunRow } from '../../_ui/runs/run-row';
import { SheetList } from '../../_ui/shell/sheet-list';
import { useNow } from '../../_ui/time/use-now';
import classes from './conversation-days.module.css';
import { groupByDay } from './group-by-day';

type Props = { conversations: readonly ConversationSummary[]; search: string };

/** Groups the conversations by day. */
export function ConversationDays({ conversations, search }: Props) {
  const now = useNow(60_000);
  return groupByDay(conversations, now).map(({ label, conversations: ofDay }) => (
    <section key={ofDay[0]?.id} className={classes['day']} aria-label={label}>
      <h2 className={classes['title']}>{label}</h2>
      <SheetList label={label}>
        {ofDay.map((conversation) => (
          <li key={conversation.id}>
            <RunRow conversation={conversation} search={search} when="time" />
          </li>
        ))}
      </SheetList>
    </section>
  ));
}
