'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { PersonLink, PersonView } from '@/lib/contracts/accounts';
import { usePeople } from '../../_client/people-queries';
import { IconSearch } from '../../_ui/icons/icons';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { SheetList, SheetMore } from '../../_ui/shell/sheet-list';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { HintLine } from './hint-line';
import { Invitations } from './invitations';
import { InvitePerson } from './invite-person';
import { PersonRow } from './person-row';

const shownAtFirst = 10;

/** Lists who has an account, and invites more people. Only admins see it. */
export function PeopleSection() {
  const { people, isShown } = usePeople();
  if (!isShown) return null;
  return (
    <SettingsSection
      id="people"
      title="People"
      lead="Who may sign in, and what each person may do. A change counts at once."
    >
      <Loaded
        query={people}
        loading={<LoadingRows rows={2} height={62} />}
        failure="The people could not be loaded"
      >
        {(data) => (
          <>
            <People people={data.people} />
            <Invitations invitations={data.invitations} />
          </>
        )}
      </Loaded>
      <InvitePerson />
    </SettingsSection>
  );
}

function People({ people }: { people: PersonView[] }) {
  const [search, setSearch] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const [links, setLinks] = useState<Readonly<Record<string, PersonLink | null>>>({});
  // Nothing can show a link again, so its row stays whatever the search hides.
  const hasLink = ({ id }: PersonView) => Boolean(links[id]);
  const found = people.filter((person) => hasLink(person) || isFound(person, search));
  const shown = found.filter((person, place) => showsAll || place < shownAtFirst || hasLink(person));
  return (
    <>
      {people.length > shownAtFirst && (
        <TextInput
          type="search"
          aria-label="Search people"
          placeholder="Search names and e-mail addresses"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length > 0 && (
        <SheetList label="People">
          {shown.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              link={links[person.id] ?? null}
              onLink={(link) => setLinks((before) => ({ ...before, [person.id]: link }))}
            />
          ))}
          {shown.length < found.length && (
            <SheetMore onMore={() => setShowsAll(true)}>{`Show all ${found.length} people`}</SheetMore>
          )}
        </SheetList>
      )}
      {!people.some((person) => isFound(person, search)) && (
        <HintLine>No name or address has “{search.trim()}”.</HintLine>
      )}
      {people.length === 1 && <HintLine>You are the only one so far.</HintLine>}
    </>
  );
}

function isFound({ name, email }: PersonView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted);
}
