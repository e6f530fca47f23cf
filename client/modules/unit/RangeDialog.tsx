import { floor } from '@lobby/shared/modules/floor.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefName } from '../../kit/refs/refs.ts';
import { Combobox } from '../../kit/ui/controls/Combobox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useRefLoad } from '../../kit/ui/form/inputs/choices/ref-options.ts';
import { CommandDialog } from '../../kit/ui/overlay/CommandDialog.tsx';
import { useFaults } from '../../kit/ui/states/useFaults.ts';
import { styleClass } from '../../theme/classes.ts';

const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '4',
  mt: '3',
  '& > [data-wide]': { gridColumn: '1 / -1' },
});

const WHOLE = /^-?\d{1,3}$/;

/** Creates all floors of a block between two numbers. */
export function RangeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['floor', 'errors']);
  const load = useRefLoad('block');
  const [blockId, setBlockId] = useState('');
  const block = useRefName('block', blockId);
  const [typed, setTyped] = useState({ from: '1', to: '', without: '' });
  const [faults, setFaults] = useFaults<string>({ blockId, ...typed });

  const read = (text: string) => (WHOLE.test(text.trim()) ? Number(text) : null);
  function body() {
    const [from, to] = [read(typed.from), read(typed.to)];
    const left = typed.without.split(/[,;\s]+/).filter(Boolean);
    const without = left.map(read).filter(other => other !== null);
    const wrong = {
      ...(!blockId && { blockId: t('errors:REQUIRED') }),
      ...(from === null && { from: t('errors:NOT_NATURAL') }),
      ...(to === null && { to: t('errors:NOT_NATURAL') }),
      ...(without.length < left.length && { without: t('errors:NOT_NATURAL') }),
    };
    setFaults(wrong);
    return Object.keys(wrong).length > 0 ? null : { blockId, from, to, without };
  }

  return (
    <CommandDialog<{ made: string[]; existed: string[] }>
      title={t('range.open')}
      description={t('range.help')}
      send={t('range.make')}
      path={`${floor.path}/range`}
      body={body}
      told={({ made, existed }) => t('range.made', { count: made.length, existed: existed.length })}
      onFaults={setFaults}
      onClose={onClose}
      className={gridClass()}
    >
      <div data-wide="">
        <Field label={t('fields.blockId')} required error={faults.blockId}>
          <Combobox
            load={load}
            value={blockId ? { value: blockId, label: block ?? '…' } : null}
            onChange={option => setBlockId(option?.value ?? '')}
          />
        </Field>
      </div>
      {(['from', 'to'] as const).map(name => (
        <Field key={name} label={t(`range.${name}`)} required error={faults[name]}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={typed[name]}
            onChange={event => setTyped({ ...typed, [name]: event.target.value })}
          />
        </Field>
      ))}
      <div data-wide="">
        <Field label={t('range.without')} help={t('range.withoutHelp')} error={faults.without}>
          <TextInput
            autoComplete="off"
            value={typed.without}
            onChange={event => setTyped({ ...typed, without: event.target.value })}
          />
        </Field>
      </div>
    </CommandDialog>
  );
}
