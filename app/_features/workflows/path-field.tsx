'use client';

import { ActionIcon, Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { IconFile, IconFolder, IconFolderOpen } from '@/app/_ui/icons/icons';
import type { ListedEntry, PathSuggestions } from '@/lib/contracts/files';
import type { WorkflowField } from '@/lib/contracts/workflows';
import { formatBytes } from '@/lib/shared/quantities';
import { usePathSuggestions } from '../../_client/file-queries';
import { useWorkspaceOfFiles } from '../../_ui/files/workspace-context';
import { Highlighted } from '../../_ui/text/highlighted';
import { revealNameToString } from '../../_ui/text/reveal-characters';
import { RevealedName } from '../../_ui/text/revealed-name';
import { describePath } from './describe-path';
import { leaveOutTyped } from './leave-out-typed';
import classes from './path-field.module.css';

const typingPauseMs = 150;
/**
 * The offset is smaller than the gap below the field, so that the help under the list does not show through.
 */
const dropdownOffsetPx = 2;

type Props = Pick<
  TextInputProps,
  'id' | 'label' | 'error' | 'inputWrapperOrder' | 'withAsterisk' | 'aria-required' | 'placeholder'
> & {
  description: string | null;
  expects: WorkflowField['expects'];
  value: string;
  onChange: (value: string) => void;
};

/** Completes a workspace path while a person types, and says whether it exists. It never blocks a start. */
export function PathField({ description, expects = 'any', value, onChange, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [typed] = useDebouncedValue(value, typingPauseMs);
  const { data, isPlaceholderData } = usePathSuggestions(
    typed,
    isOpen || typed !== '',
    useWorkspaceOfFiles(),
  );
  const isFresh = data !== undefined && !isPlaceholderData && typed === value;
  const entries = new Map(data?.options.map((entry) => [toValue(entry), entry]));
  // The typed path itself is not a suggestion.
  const options = leaveOutTyped([...entries.keys()], value);

  const combobox = useCombobox({
    opened: isOpen && options.length > 0,
    onDropdownOpen: () => setIsOpen(true),
    onDropdownClose: () => {
      setIsOpen(false);
      combobox.resetSelectedOption();
    },
  });

  const type = (next: string) => {
    onChange(next);
    combobox.resetSelectedOption();
    setIsOpen(true);
  };
  const choose = (option: string) => {
    onChange(option);
    combobox.resetSelectedOption();
    // A folder is a step on the way, so the list stays open with its entries.
    setIsOpen(option.endsWith('/'));
  };
  const browse = () => {
    setIsOpen(true);
    input.current?.focus();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      shadow="md"
      offset={dropdownOffsetPx}
      transitionProps={{ duration: 0 }}
      keepMounted={false}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...field}
          ref={input}
          role="combobox"
          value={value}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
          classNames={{ input: classes['input'] ?? '' }}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          description={
            <Description
              help={description}
              path={value}
              typed={isFresh && value !== '' ? data.typed : null}
              expects={expects}
              keepsLine={!field.error}
            />
          }
          leftSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="md"
              aria-label="Choose from the workspace"
              onMouseDown={(event) => event.preventDefault()}
              onClick={browse}
            >
              <IconFolderOpen size={16} aria-hidden />
            </ActionIcon>
          }
        />
      </Combobox.Target>
      {/* The list has its own label, because the field's label names only the field. */}
      <Combobox.Dropdown>
        <Combobox.Options
          aria-label="Suggestions"
          mah="min(20rem, 50vh)"
          className={classes['options'] ?? ''}
        >
          {options.map((option) => (
            <Combobox.Option key={option} value={option} className={classes['option'] ?? ''}>
              <Option entry={entries.get(option)} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

type DescriptionProps = {
  help: string | null;
  path: string;
  typed: PathSuggestions['typed'] | null;
  expects: NonNullable<WorkflowField['expects']>;
  /** Reserves the line for a state that is still to come. An error takes that line instead. */
  keepsLine: boolean;
};

function Description({ help, path, typed, expects, keepsLine }: DescriptionProps): ReactNode {
  const said = typed && describePath(typed, expects, path);
  return (
    <>
      {help !== null && `${help} `}
      <span
        className={classes['state']}
        data-tone={said?.isProblem ? 'problem' : 'fine'}
        data-keeps-line={keepsLine}
        role="status"
      >
        <Highlighted text={said?.text ?? ''} />
      </span>
    </>
  );
}

function Option({ entry }: { entry: ListedEntry | undefined }) {
  if (!entry) return null;
  return (
    <span className={classes['entry']}>
      {entry.kind === 'folder' ? (
        <IconFolder size={15} stroke={1.6} aria-hidden />
      ) : (
        <IconFile size={15} stroke={1.6} aria-hidden />
      )}
      <span className={classes['path']} title={revealNameToString(entry.path)}>
        <RevealedName name={toValue(entry)} />
      </span>
      {entry.size !== null && <span className={classes['size']}>{formatBytes(entry.size)}</span>}
    </span>
  );
}

function toValue({ path, kind }: ListedEntry): string {
  return kind === 'folder' ? `${path}/` : path;
}
