import { type StockTakeRow, stockTake } from '@lobby/shared/modules/stock-take.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { ScanButton } from '../../kit/ui/camera/ScanButton.tsx';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { readDecimal } from '../../kit/ui/form/inputs/numbers.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { progressLook } from '../../kit/ui/marks/progress-look.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../theme/classes.ts';
import { STATE_TONES } from './tones.ts';
import { type Counted, type Line, useCount } from './use-count.ts';

const headClass = styleClass({
  display: 'grid',
  gap: '2',
  mb: '3',
  '& progress': progressLook,
  '& [data-row]': { display: 'flex', gap: '2', alignItems: 'center' },
  '& p': { m: '0', textStyle: 'sm', color: 'fg.muted' },
  '& p[data-bad]': { color: 'bad.fg' },
});
const rowClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  py: '2',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > [data-words]': { flex: '1 1 200px', minW: '0', display: 'grid' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
  '& > [data-input]': { display: 'flex', gap: '2', alignItems: 'center', w: { base: 'full', sm: 'auto' } },
  '& > [data-input] > div:first-of-type': { w: '28' },
});

interface CountingProps {
  take: Partial<StockTakeRow>;
  lines: readonly Line[];
  onCounted: () => Promise<void>;
}

/** Counting by camera, entered code, or list of open lines. */
export function Counting({ take, lines, onCounted }: CountingProps) {
  const { t } = useTranslation([stockTake.name, 'errors']);
  const { number, dateTime } = useFormats();
  const count = useCount(take.id ?? '');
  const { busy, error, code: refusal, run } = useSubmit();
  const [code, setCode] = useState('');
  const [notice, setNotice] = useState<{ words: string; bad: boolean } | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const left = lines.filter(({ state }) => state !== 'COUNTED');
  const done = lines.length - left.length;

  const send = (line: Counted, name: string) =>
    run(async () => {
      const { outcome, code: refusal, at } = await count(line);
      if (outcome === 'REFUSED') return setNotice({ words: t(`errors:${refusal}`), bad: true });
      setNotice({
        words: outcome === 'SAME' ? t('count.same', { name, at: dateTime(at ?? '') }) : t('count.done', { name }),
        bad: false,
      });
      setCode('');
      setWanted(null);
      await onCounted();
    });
  /** A code confirms an asset at once; for a supply it opens the quantity input. */
  const scanned = (text: string) => {
    const typed = text.trim();
    setCode(typed);
    if (!typed) return;
    if (take.kind === 'ASSET') return void send({ code: typed, found: 'FOUND' }, typed);
    const line = lines.find(({ itemCode }) => itemCode?.toLowerCase() === typed.toLowerCase());
    if (!line) return setNotice({ words: t('errors:STOCK_TAKE_UNKNOWN_CODE'), bad: true });
    setWanted(line.id);
    requestAnimationFrame(() => document.getElementById(`count-${line.id}`)?.focus());
  };
  const shown = wanted ? lines.filter(({ id }) => id === wanted) : left.length > 0 ? left : lines;
  return (
    <DetailBody>
      <div className={headClass()}>
        <span role="status">{t('count.progress', { done: number(done), of: number(lines.length) })}</span>
        <progress value={done} max={lines.length} aria-label={t('fields.counted')} />
        <Form data-row="" onSubmit={() => scanned(code)}>
          <TextInput
            size="lg"
            aria-label={t('count.code')}
            placeholder={t('count.code')}
            value={code}
            onChange={event => setCode(event.target.value)}
          />
          <ScanButton bare label={t('count.camera')} onCode={scanned} />
          <Button type="submit" size="lg" busy={busy}>
            {t('count.find')}
          </Button>
        </Form>
        <Refused error={error} code={refusal} />
        {!error && notice && <p data-bad={notice.bad ? '' : undefined}>{notice.words}</p>}
      </div>
      {shown.map(line => (
        <CountRow
          key={line.id}
          kind={take.kind}
          line={line}
          busy={busy}
          onCount={counted => void send(counted, line.name)}
        />
      ))}
    </DetailBody>
  );
}

interface CountRowProps {
  kind: StockTakeRow['kind'] | undefined;
  line: Line;
  busy: boolean;
  onCount: (counted: Counted) => void;
}

/** An open line with its expected place and inputs. */
function CountRow({ kind, line, busy, onCount }: CountRowProps) {
  const { t } = useTranslation(stockTake.name);
  const { number } = useFormats();
  const [typed, setTyped] = useState('');
  const { id, name, itemCode, placeId, warehouseId, supplyId, assetId, state, expected, counts } = line;
  const quantity = readDecimal(typed, number(0.5));
  const mine = counts.at(-1);
  return (
    <div className={rowClass()}>
      <span data-words="">
        <span className="cut">{name}</span>
        <small>
          {itemCode} {warehouseId && <RefName to="warehouse" id={warehouseId} />}
          {placeId && <RefName to="place" id={placeId} />}
          {typeof expected === 'number' && ` · ${t('count.book', { quantity: number(expected) })}`}
        </small>
      </span>
      <Status tone={STATE_TONES[state]}>{t(`states.${state}`)}</Status>
      {mine && <small>{mine.found ? t(`found.${mine.found}`) : number(mine.quantity ?? 0)}</small>}
      {kind === 'SUPPLY' ? (
        <Form
          data-input=""
          onSubmit={() => {
            if (quantity !== null && supplyId && warehouseId) onCount({ supplyId, warehouseId, quantity });
            setTyped('');
          }}
        >
          <TextInput
            id={`count-${id}`}
            size="lg"
            inputMode="decimal"
            aria-label={t('count.quantity', { name })}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          <Button type="submit" size="lg" disabled={quantity === null || busy}>
            {t('count.save')}
          </Button>
        </Form>
      ) : (
        <span data-input="">
          <Button size="lg" busy={busy} onClick={() => assetId && onCount({ assetId, found: 'FOUND' })}>
            {t('found.FOUND')}
          </Button>
          <Button size="lg" tone="bad" busy={busy} onClick={() => assetId && onCount({ assetId, found: 'MISSING' })}>
            {t('found.MISSING')}
          </Button>
        </span>
      )}
    </div>
  );
}
