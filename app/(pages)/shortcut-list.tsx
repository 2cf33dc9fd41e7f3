'use client';

import { Kbd, Modal, Table } from '@mantine/core';
import { Fragment } from 'react';
import { useLayer } from '../_ui/layer/use-layer';
import { ModifierKey } from '../_ui/shell/modifier-key';

const mod = <ModifierKey />;

const shortcuts = [
  { keys: [mod, 'K'], what: 'Go anywhere or do something' },
  { keys: ['/'], what: 'Search the list on this page' },
  { keys: [mod, '↵'], what: 'Start what you filled in, or approve the request on the screen' },
  { keys: ['↑', '↓', '↵'], what: 'Choose and open in “Go to…”' },
  { keys: ['j'], what: 'Next request in Approvals' },
  { keys: ['k'], what: 'Previous request in Approvals' },
  { keys: ['Esc'], what: 'Close a dialog without deciding' },
  { keys: [mod, 'Z'], what: 'Bring back the conversation you just deleted' },
  { keys: ['?'], what: 'Show this list' },
];

export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const layer = useLayer(isOpen, onClose);
  return (
    <Modal {...layer} opened={isOpen} onClose={onClose} title="Keyboard shortcuts" centered>
      <Table withRowBorders={false}>
        <Table.Tbody>
          {shortcuts.map(({ keys, what }) => (
            <Table.Tr key={what}>
              <Table.Td w="6rem">
                {keys.map((key, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the keys of a shortcut have a fixed order
                  <Fragment key={index}>
                    {index > 0 && ' '}
                    <Kbd size="xs">{key}</Kbd>
                  </Fragment>
                ))}
              </Table.Td>
              <Table.Td>{what}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
