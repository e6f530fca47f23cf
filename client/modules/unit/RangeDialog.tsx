import { floor } from '@lobby/shared/modules/floor.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../kit/api.ts';
import { randomId } from '../../kit/ids.ts';
import { useRefName } from '../../kit/refs.ts';
import { scopeNow } from '../../kit/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Combobox } from '../../kit/ui/Combobox.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { useRefLoad } from '../../kit/ui/form/ref-options.ts';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { styleClass } from '../../theme/classes.ts';

const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '4',
  mt: '3',
  '& > [data-wide]': { gridColumn: '1 / -1' },
});

type Faults = Partial<Record<'blockId' | 'from' | 'to' | 'without', string>>;
const WHOLE = /^-?\d{1,3}$/;

/** Asks from which floor to which, and makes them in one go. */
export function RangeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['floor', 'common', 'errors']);
  const form = useId();
  const load = useRefLoad('block');
  const [blockId, setBlockId] = useState('');
  const block = useRefName('block', blockId);
  const [typed, setTyped] = useState({ from: '1', to: '', without: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const intent = useRef(randomId());

  const read = (text: string) => (WHOLE.test(text.trim()) ? Number(text) : null);
  async function make(event: FormEvent) {
    event.preventDefault();
    const [from, to] = [read(typed.from), read(typed.to)];
    const left = typed.without.split(/[,;\s]+/).filter(Boolean);
    const without = left.map(read).filter(one => one !== null);
    const wrong: Faults = {
      ...(!blockId && { blockId: t('errors:REQUIRED') }),
      ...(from === null && { from: t('errors:NOT_NATURAL') }),
      ...(to === null && { to: t('errors:NOT_NATURAL') }),
      ...(without.length < left.length && { without: t('errors:NOT_NATURAL') }),
    };
    setFaults(wrong);
    if (Object.keys(wrong).length > 0 || busy) return;
    setBusy(true);
    try {
      const { data } = await request<{ made: string[]; existed: string[] }>('POST', `${floor.path}/range`, {
        ...scopeNow(),
        body: { blockId, from, to, without },
        idempotencyKey: intent.current,
      });
      toast({ tone: 'done', title: t('range.made', { count: data.made.length, existed: data.existed.length }) });
      onClose();
    } catch (error) {
      // What is sent next is another intent.
      intent.current = randomId();
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      setFaults(
        Object.fromEntries(fields.map(([name, { code, params }]) => [name, t(`errors:${code}`, { ...params })])),
      );
      if (fields.length === 0)
        toast({ tone: 'bad', title: (error instanceof ApiError && error.message) || t('errors:FAIL') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={t('range.open')}
      description={t('range.help')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:act.cancel')}</Button>
          <Button type="submit" form={form} look="filled" busy={busy}>
            {t('range.make')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={event => void make(event)} className={gridClass()}>
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
      </form>
    </Dialog>
  );
}
