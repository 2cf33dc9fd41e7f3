'use client';

import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { SessionView } from '@/lib/contracts/sessions';
import { useIsTeam } from '../../_client/me';
import { useSessions } from '../../_client/session-queries';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { SheetList, SheetMore } from '../../_ui/shell/sheet-list';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { RevealedName } from '../../_ui/text/revealed-name';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './models.module.css';
import { NewLink } from './new-link';
import { SignOut } from './sign-out';

const shownAtFirst = 5;

/** Lists a person’s browsers and signs them out. Where nobody has an account, it makes a link for another one. */
export function DevicesSection() {
  const sessions = useSessions();
  const isTeam = useIsTeam();
  return (
    <SettingsSection
      id="devices"
      title={isTeam ? 'Browsers' : 'Devices'}
      lead={`${isTeam ? 'Browsers in which you signed in.' : 'Browsers that a link let in.'} Sign out each one that you no longer use.`}
    >
      <Loaded
        query={sessions}
        loading={<LoadingRows rows={2} height={62} />}
        failure="The browsers could not be loaded"
      >
        {(data) => <Devices sessions={data.sessions} isTeam={isTeam === true} />}
      </Loaded>
      {isTeam === false && <NewLink />}
    </SettingsSection>
  );
}

function Devices({ sessions, isTeam }: { sessions: SessionView[]; isTeam: boolean }) {
  const [showsAll, setShowsAll] = useState(false);
  const [leaving, setLeaving] = useState<SessionView | 'others' | null>(null);
  const others = sessions.filter(({ isThis }) => !isThis);
  const shown = showsAll ? sessions : sessions.slice(0, shownAtFirst);
  return (
    <>
      <SheetList label="Browsers">
        {shown.map((session) => (
          <Device key={session.id} session={session} isTeam={isTeam} onSignOut={() => setLeaving(session)} />
        ))}
        {shown.length < sessions.length && (
          <SheetMore onMore={() => setShowsAll(true)}>{`Show all ${sessions.length} browsers`}</SheetMore>
        )}
      </SheetList>
      {others.length === 0 && (
        <Text size="sm" c="dimmed">
          No other browser is signed in.
        </Text>
      )}
      {others.length > 1 && (
        <Button className={classes['add']} variant="default" onClick={() => setLeaving('others')}>
          Sign out all others…
        </Button>
      )}
      <SignOut which={leaving} otherCount={others.length} isTeam={isTeam} onClose={() => setLeaving(null)} />
    </>
  );
}

type DeviceProps = { session: SessionView; isTeam: boolean; onSignOut: () => void };

function Device({ session, isTeam, onSignOut }: DeviceProps) {
  const { name, device, letInAt, lastSeenAt, isThis } = session;
  return (
    <li className={classes['short']}>
      <div className={classes['words']}>
        <div className={classes['head']}>
          <h3 title={device}>
            <RevealedName name={name} />
          </h3>
          {isThis && (
            <Badge variant="light" size="sm" tt="none">
              This browser
            </Badge>
          )}
        </div>
        <Text size="sm" c="dimmed">
          {isTeam ? 'Signed in' : 'Let in'} <TimeAgo iso={letInAt} as="clock" />
          {!isThis && (
            <>
              {' · '}Last seen <TimeAgo iso={lastSeenAt} />
            </>
          )}
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={isThis ? 'Sign out this browser' : `Sign out ${name}`}
        onClick={onSignOut}
      >
        Sign out…
      </Button>
    </li>
  );
}
