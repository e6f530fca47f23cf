import type { LeftOut } from '@lobby/shared/billing/statement/statement.ts';
import { COLUMNS, type Column, isWhole, type Mapping } from '@lobby/shared/billing/statement/table.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { previewStatement } from '@lobby/shared/modules/bank-statement.contract.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useAtomValue } from 'jotai';
import { FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request, requestFile } from '../../kit/http/api.ts';
import { saveFile } from '../../kit/http/save-file.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { runAtom, waitForRun } from '../../kit/live/background-jobs.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { useDrop } from '../../kit/ui/controls/useDrop.ts';
import { useIdempotencyKey } from '../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { progressLook } from '../../kit/ui/marks/progress-look.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useAccounts } from './accounts.ts';

const COUNTS = ['lines', 'new', 'out', 'same', 'conflicts', 'unreadable', 'leftOut'] as const;
/** Number of rows shown for the mapping of columns. */
const MOST_ROWS = 12;

type Preview = AnswerOf<typeof previewStatement>;
type PreviewLine = Preview['lines'][number];
/** Result of an import. */
interface Taken {
  new: number;
  out: number;
  unreadable: number;
  matched: number;
  progressId: string | null;
}
const bodyClass = styleClass({
  display: 'grid',
  gap: '4',
  '& [data-drop]': {
    display: 'grid',
    justifyItems: 'center',
    gap: '3',
    p: '6',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'lg',
    color: 'fg.muted',
  },
  '& [data-drop] > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center' },
  '& [data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
  '& input[type=file]': { display: 'none' },
  '& dl': { px: '0', pb: '0' },
  '& [role=alert]': { color: 'bad.fg' },
  '& section[aria-label]': { maxH: '72' },
});

const progressClass = styleClass({ ...progressLook, mt: '2', w: 'full' });

/** Table with a select for the meaning of each column. */
function ColumnsStep({
  table,
  mapping,
  onChange,
}: {
  table: readonly string[][];
  mapping: Mapping;
  onChange: (next: Mapping) => void;
}) {
  const { t } = useTranslation(bankStatementLine.name);
  const width = Math.max(0, ...table.map(row => row.length));
  const first = Math.max(0, mapping.heading - 2);
  const rows = table.slice(first, first + MOST_ROWS);
  const columnAt = (place: number): Column | '' => COLUMNS.find(column => mapping.columns[column] === place) ?? '';
  const put = (place: number, column: string) => {
    const others = Object.entries(mapping.columns).filter(([name, at]) => at !== place && name !== column);
    const columns = Object.fromEntries([...others, ...(column ? [[column, place]] : [])]) as Mapping['columns'];
    onChange({ ...mapping, columns });
  };
  const headings = table.slice(0, 60).map((row, n) => ({
    value: String(n + 1),
    label: `${n + 1}: ${row.filter(Boolean).join(' | ').slice(0, 60)}`,
  }));
  return (
    <>
      <Field label={t('take.heading')}>
        <Select
          value={String(mapping.heading)}
          choices={[{ value: '0', label: t('take.noHeading') }, ...headings]}
          onChange={event => onChange({ ...mapping, heading: Number(event.target.value) })}
        />
      </Field>
      <FigureTable
        label={t('take.table')}
        rows={rows.map((cells, n) => ({ n: first + n, cells }))}
        keyOf={({ n }) => n}
        columns={[
          { key: 'row', label: t('take.row'), cell: ({ n }) => n + 1 },
          ...Array.from({ length: width }, (_, place) => ({
            key: String(place),
            label: (
              <Select
                size="sm"
                aria-label={`${t('take.columns')} ${place + 1}`}
                value={columnAt(place)}
                choices={[
                  { value: '', label: t('take.unused') },
                  ...COLUMNS.map(column => ({ value: column, label: t(`columns.${column}`) })),
                ]}
                onChange={event => put(place, event.target.value)}
              />
            ),
            cell: ({ cells }: { cells: readonly string[] }) => cells[place] ?? '',
          })),
        ]}
      />
    </>
  );
}

function LinesStep({ preview }: { preview: Preview }) {
  const { t } = useTranslation([bankStatementLine.name, bankStatement.name]);
  const { number, money, date } = useFormats();
  const { lines, leftOut, counts, sums, opening, closing } = preview;
  const total = counts.new + counts.out + counts.same + counts.conflicts;
  const held = (
    [
      [t('bank-statement:fields.opening'), opening],
      [t('options.direction.IN'), sums.in],
      [t('options.direction.OUT'), sums.out],
      [t('bank-statement:fields.closing'), closing],
    ] as const
  ).flatMap(([label, amount]) => (amount === null ? [] : [[label, money(amount)] as const]));
  const outcomeOf = ({ state, sameAs, posts, inboxReason, mayBe, receiptId }: PreviewLine) => {
    if (sameAs)
      return (
        <RefLink to={bankStatementLine.name} id={sameAs}>
          {t(`states.${state}`)}
        </RefLink>
      );
    if (state !== 'NEW') return t(`states.${state}`);
    if (posts) return t('take.posts');
    if (!inboxReason) return t('take.waits');
    const why = t(`options.inboxReason.${inboxReason}`);
    const [to, id] = mayBe ? [bankStatementLine.name, mayBe] : [receipt.name, receiptId];
    const isNamed = inboxReason === 'MAYBE_KNOWN' || inboxReason === 'TAKEN_ALREADY';
    return isNamed && id ? (
      <RefLink to={to} id={id}>
        {why}
      </RefLink>
    ) : (
      why
    );
  };
  return (
    <>
      <Sums of={COUNTS.map(key => [t(`counts.${key}`), number(counts[key])] as const)} />
      <Sums of={held} />
      <FigureTable<LeftOut>
        label={t('take.leftOut')}
        rows={leftOut}
        keyOf={({ row }) => row}
        columns={[
          { key: 'row', label: t('take.row'), cell: ({ row }) => row },
          { key: 'why', label: t('take.why'), cell: ({ reason }) => t(`leftOut.${reason}`) },
          { key: 'text', label: t('take.words'), cell: ({ text }) => text },
        ]}
      />
      <FigureTable<PreviewLine>
        label={`${t('take.lines')}${lines.length < total ? ` · ${t('take.first', { n: number(lines.length) })}` : ''}`}
        rows={lines}
        keyOf={({ row }) => row}
        columns={[
          { key: 'row', label: t('take.row'), cell: ({ row }) => row },
          { key: 'day', label: t('fields.bookedOn'), cell: ({ day }) => date(day) },
          { key: 'direction', label: t('fields.direction'), cell: row => t(`options.direction.${row.direction}`) },
          { key: 'amount', label: t('fields.amount'), as: 'money' },
          { key: 'content', label: t('columns.content'), cell: ({ content }) => content },
          {
            key: 'unit',
            label: t('fields.unitId'),
            cell: ({ unitId }) => unitId && <RefName to={unit.name} id={unitId} />,
          },
          { key: 'state', label: t('take.state'), cell: outcomeOf },
        ]}
      />
    </>
  );
}

const FORMATS = ['CSV', 'XLSX', 'OFX', 'MT940'] as const;

/** Downloads sample statements in each format. */
function Samples({ bankAccountId }: { bankAccountId: string }) {
  const { t } = useTranslation(bankStatementLine.name);
  const { busy, error, code, run } = useSubmit();
  const take = (format: string) =>
    run(async () => {
      const query = new URLSearchParams({ bankAccountId, format });
      const { file, name } = await requestFile(`${bankStatement.path}/sample?${query}`, scopeNow());
      saveFile(file, name);
    });
  return (
    <div>
      <span>{t('take.samples')}</span>
      {FORMATS.map(format => (
        <Button key={format} size="sm" look="ghost" disabled={busy} onClick={() => void take(format)}>
          {format}
        </Button>
      ))}
      <Refused error={error} code={code} />
    </div>
  );
}

/** Imports a statement: file and account, column mapping, then a preview; nothing is booked before it is confirmed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([bankStatementLine.name, 'kit']);
  const { number } = useFormats();
  const accounts = useAccounts();
  const [chosen, setChosen] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<Mapping | null>(null);
  const [isOwnMapping, setOwnMapping] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  /** Progress id while the lines of a long file are booked. */
  const [going, setGoing] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { busy, error, code, run } = useSubmit();
  const keyOf = useIdempotencyKey();
  const bankAccountId = chosen || accounts[0]?.value || '';

  const send = <T,>(path: string, upload: File, map: Mapping | null, account: string) => {
    const body = new FormData();
    body.append('files', upload);
    const query = new URLSearchParams({ bankAccountId: account });
    if (map) query.set('mapping', JSON.stringify(map));
    if (confirmed) query.set('confirmed', 'true');
    const { name, size, lastModified } = upload;
    const idempotencyKey = keyOf([path, name, size, lastModified, query.toString()]);
    return request<T>('POST', `${path}?${query}`, { ...scopeNow(), body, idempotencyKey });
  };
  const look = (upload: File, map: Mapping | null, account = bankAccountId) =>
    run(async () => {
      setFile(upload);
      const { data } = await send<Preview>(`${bankStatement.path}/preview`, upload, map, account);
      setPreview(data);
      setMapping(map ?? data.mapping);
      setOwnMapping(map !== null);
    });
  const change = (next: Mapping) => {
    setMapping(next);
    setOwnMapping(true);
    if (file && isWhole(next)) void look(file, next);
  };
  const { zone } = useDrop(([dropped]) => dropped && void look(dropped, null));
  const take = () =>
    run(async () => {
      if (!file) return;
      const { data } = await send<Taken>(bankStatement.path, file, isOwnMapping ? mapping : null, bankAccountId);
      setGoing(data.progressId);
      const matched = data.progressId ? (await waitForRun(data.progressId, scopeNow())).done : data.matched;
      const { unreadable } = data;
      toast({
        tone: 'done',
        title: t('take.done', { new: data.new, out: data.out, matched }),
        description: unreadable > 0 ? `${t('counts.unreadable')}: ${number(unreadable)}` : undefined,
      });
      onClose();
    });
  const progress = useAtomValue(runAtom(going ?? ''));
  const fresh = preview ? preview.counts.new + preview.counts.out + preview.counts.conflicts : 0;
  const isReady = preview?.isMapped && !preview.isOtherAccount && (preview.balanced || confirmed);
  return (
    <Dialog
      open
      wide={preview !== null}
      onClose={onClose}
      title={t('take.open')}
      footer={
        <>
          <Button onClick={onClose}>{t(going ? 'take.goesOn' : 'common:act.close')}</Button>
          {preview && !going && (
            <Button look="outline" onClick={() => setPreview(null)}>
              {t('take.another')}
            </Button>
          )}
          {preview && (
            <Button look="filled" busy={busy} disabled={!isReady || fresh === 0} onClick={() => void take()}>
              {t('take.go', { n: fresh })}
            </Button>
          )}
        </>
      }
    >
      <div className={bodyClass()}>
        {going && progress && (
          <div role="status">
            {t('take.going', { done: number(progress.done), of: number(progress.of) })}
            <progress className={progressClass()} max={progress.of} value={progress.done} aria-label={t('take.open')} />
          </div>
        )}
        <Field label={t('take.account')} required>
          <Select
            value={bankAccountId}
            choices={accounts}
            onChange={event => {
              setChosen(event.target.value);
              if (file && preview) void look(file, isOwnMapping ? mapping : null, event.target.value);
            }}
          />
        </Field>
        <Refused error={error} code={code} />
        {!preview && (
          <section data-drop aria-label={t('take.file')} {...zone}>
            <FileSpreadsheet size={28} aria-hidden />
            <p>{t('take.drop')}</p>
            <input
              ref={input}
              type="file"
              accept=".csv,.txt,.tsv,.xlsx,.xls,.ofx,.qfx,.sta,.mt940,.940"
              onChange={event => {
                const [upload] = event.target.files ?? [];
                if (upload) void look(upload, null);
              }}
            />
            <Button look="filled" busy={busy} onClick={() => input.current?.click()}>
              {t('take.choose')}
            </Button>
            <p>{t('take.file')}</p>
            {bankAccountId && <Samples bankAccountId={bankAccountId} />}
          </section>
        )}
        {preview?.isOtherAccount && <p role="alert">{t('take.otherAccount', { account: preview.account ?? '' })}</p>}
        {preview && !preview.balanced && (
          <>
            <p role="alert">{t('take.unbalanced')}</p>
            <Checkbox
              checked={confirmed}
              onChange={event => setConfirmed(event.target.checked)}
              label={t('take.confirm')}
            />
          </>
        )}
        {preview?.table && mapping && (
          <details open={!preview.isMapped || isOwnMapping}>
            <summary>{preview.isMapped ? t('take.columns') : t('take.columnsNeeded')}</summary>
            <ColumnsStep table={preview.table} mapping={mapping} onChange={change} />
          </details>
        )}
        {preview?.isMapped && <LinesStep preview={preview} />}
      </div>
    </Dialog>
  );
}
