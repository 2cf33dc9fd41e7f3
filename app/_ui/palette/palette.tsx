'use client';

import { Modal, TextInput } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { IconSearch } from '../icons/icons';
import { isComposing } from '../keys/is-composing';
import { takeTypedAhead } from '../keys/typed-ahead';
import { useLayer } from '../layer/use-layer';
import { HeadlineText } from '../text/headline-text';
import classes from './palette.module.css';
import { type PaletteEntry, type PaletteGroup, searchPalette } from './search-palette';

const shownAtMost = 30;

/**
 * Renders the dialog around a palette. Its content exists only while the dialog is open, so it starts fresh
 * each time.
 */
export function PaletteDialog({
  label,
  isOpen,
  onClose,
  children,
}: {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const layer = useLayer(isOpen, onClose);
  return (
    <Modal.Root
      {...layer}
      opened={isOpen}
      onClose={onClose}
      size="38rem"
      yOffset="min(5rem, 8dvh)"
      classNames={{ content: classes['palette'] ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>{children}</Modal.Content>
    </Modal.Root>
  );
}

/**
 * Shows a field and its results. The arrow keys choose, and Enter opens. The focus stays in the field, and
 * assistive technology hears the chosen entry as a combobox's (ARIA Authoring Practices, "Editable Combobox
 * With List Autocomplete").
 */
export function Palette({
  placeholder,
  search,
  onSearch,
  groups,
  isLoading: isIncomplete,
  onClose,
}: {
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  groups: PaletteGroup[];
  /** More results may come. Enter waits for the first of them when the list is still empty. */
  isLoading: boolean;
  onClose: () => void;
}) {
  const baseId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isEnterWaiting, setIsEnterWaiting] = useState(false);
  // The field renders first, so that on a slow machine the palette takes keys before it has all of its
  // entries.
  const isDrawn = useDeferredValue(true, false);
  const isLoading = isIncomplete || !isDrawn;
  const found = isDrawn ? searchPalette(groups, search, shownAtMost) : [];
  const entries = found.flatMap((group) => group.entries);
  // When the chosen entry is no longer among the results, the first one takes its place.
  const chosen = entries.find((entry) => entry.id === chosenId) ?? entries[0];

  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly chosen entry comes into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);

  const open = (entry: PaletteEntry) => {
    setIsEnterWaiting(false);
    onClose();
    entry.open();
  };
  useEffect(() => {
    if (isEnterWaiting && chosen) open(chosen);
  });
  const step = (by: 1 | -1) => {
    const next = (entries.findIndex(({ id }) => id === chosen?.id) + by + entries.length) % entries.length;
    setChosenId(entries[next]?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The input method uses Enter and the arrow keys while it composes.
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') chosen ? open(chosen) : setIsEnterWaiting(isLoading);
    else return;
    event.preventDefault();
  };

  const takeTyped = () => {
    const { text, hasEnter } = takeTypedAhead();
    if (text !== '') onSearch(search + text);
    if (hasEnter) setIsEnterWaiting(true);
  };

  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ root: classes['field'] ?? '', input: classes['input'] ?? '' }}
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={placeholder}
        value={search}
        onChange={(event) => {
          setChosenId(null);
          setIsEnterWaiting(false);
          onSearch(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onFocus={takeTyped}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-label={placeholder}
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={`${baseId}-list`}
        aria-activedescendant={chosen ? `${baseId}-${chosen.id}` : undefined}
      />
      <div ref={list} id={`${baseId}-list`} role="listbox" aria-label="Results" className={classes['list']}>
        {found.map((group, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the groups hold options, not fields
          <div key={group.label} role="group" aria-labelledby={`${baseId}-group-${index}`}>
            <div id={`${baseId}-group-${index}`} className={classes['group']}>
              {group.label}
            </div>
            {group.entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
              <div
                key={entry.id}
                id={`${baseId}-${entry.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={entry === chosen}
                className={classes['entry']}
                onMouseMove={() => setChosenId(entry.id)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => open(entry)}
              >
                <span className={classes['icon']} aria-hidden>
                  {entry.icon}
                </span>
                <span className={classes['label']}>
                  <HeadlineText text={entry.label} search={search} />
                </span>
                {entry.description && (
                  <span className={classes['description']}>
                    <HeadlineText text={entry.description} search={search} />
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={classes['nothing']}>
        {entries.length === 0 && (isLoading ? 'Searching…' : `No matches for “${search.trim()}”`)}
      </p>
    </>
  );
}
