import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { CODE_KINDS, type CodeKind, longestCode } from '@lobby/shared/modules/sync-kinds.ts';
import type { missingMappings } from '@lobby/shared/modules/sync-run.contract.ts';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';

/** Account pairs have defaults and are edited in their list. */
const KINDS = CODE_KINDS.filter(kind => kind !== 'ACCOUNT_PAIR');
/** Maximum number of codes per request. */
const MOST = 1000;

/**
 * Spreadsheet for entering codes, missing ones first: typed, pasted, proposed, or fetched from the accounting software.
 */
export function MissingDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([syncCode.name, 'kit']);
  const mayAsk = useCan(syncCode.code, 'sync');
  const [kind, setKind] = useState<CodeKind>('UNIT');
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [whole, setWhole] = useState(false);
  const [reason, setReason] = useState('');
  const { data, again } = useContract<typeof missingMappings>('/accounting-sync/mapping/missing', {
    query: { kind, all: whole ? 'true' : 'false' },
  });
  const { busy, error, code, run } = useSubmit();
  const all = (data ?? []).slice(0, MOST);
  const rows = all.flatMap(({ ours, code: held }) => {
    const code = typed[ours]?.trim();
    if (!code || code === held) return [];
    return [{ kind, ours, code, ...(held !== null && reason.trim() && { reason: reason.trim() }) }];
  });
  const changes = rows.some(({ ours }) => all.find(row => row.ours === ours)?.code != null);
  const fill = (pairs: readonly { ours: string | null; code: string | null }[]) =>
    setTyped(before => ({
      ...Object.fromEntries(pairs.flatMap(({ ours, code }) => (ours && code ? [[ours, code]] : []))),
      ...before,
    }));
  const ask = (call: 'suggest' | 'fetch') =>
    run(async () => {
      const { data: pairs } = await request<{ ours: string | null; code: string | null }[]>(
        'POST',
        `${syncCode.path}/${call}`,
        { ...scopeNow(), body: { kind } },
      );
      fill(pairs);
    });
  const paste = (n: number) => (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    const pasted = all.slice(n, n + lines.length);
    setTyped(before => ({
      ...before,
      ...Object.fromEntries(pasted.map(({ ours }, at) => [ours, (lines[at] ?? '').split('\t').at(-1)?.trim() ?? ''])),
    }));
  };
  const save = () =>
    run(async () => {
      await request('PUT', syncCode.path, { ...scopeNow(), body: { rows } });
      toast({ tone: 'done', title: t('missing.saved', { count: rows.length }) });
      setTyped({});
      await again();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('missing.title')}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" busy={busy} disabled={rows.length === 0} onClick={() => void save()}>
            {t('missing.save', { count: rows.length })}
          </Button>
        </>
      }
    >
      <Field label={t('fields.kind')} error={error} code={code}>
        <Select
          value={kind}
          choices={KINDS.map(value => ({ value, label: t(`options.kind.${value}`) }))}
          onChange={event => {
            setKind(event.target.value as CodeKind);
            setTyped({});
          }}
        />
      </Field>
      <p>
        <Button busy={busy} onClick={() => void ask('suggest')}>
          {t('missing.suggest')}
        </Button>{' '}
        {mayAsk && (
          <Button busy={busy} onClick={() => void ask('fetch')}>
            {t('missing.fetch')}
          </Button>
        )}
      </p>
      <Checkbox label={t('missing.whole')} checked={whole} onChange={() => setWhole(before => !before)} />
      {changes && (
        <Field label={t('fields.reason')}>
          <TextInput maxLength={500} value={reason} onChange={event => setReason(event.target.value)} />
        </Field>
      )}
      {data?.length === 0 && <p role="status">{t('missing.none')}</p>}
      <FigureTable
        label={t('missing.title')}
        rows={all.map((row, n) => ({ ...row, n }))}
        keyOf={row => row.id}
        columns={[
          { key: 'ours', label: t('fields.ours'), cell: row => row.ours },
          { key: 'waiting', label: t('missing.waiting'), as: 'number' },
          {
            key: 'code',
            label: t('fields.code'),
            cell: ({ ours, n, code: held }) => (
              <TextInput
                aria-label={`${t('fields.code')}: ${ours}`}
                maxLength={longestCode(kind)}
                value={typed[ours] ?? held ?? ''}
                onPaste={paste(n)}
                onChange={event => setTyped(before => ({ ...before, [ours]: event.target.value }))}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
