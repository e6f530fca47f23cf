import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import {
  helpPicturesIn,
  type ItemResult,
  isAnswered,
  isWrong,
  judged,
  MOST_PICTURES,
  optionsIn,
  picturesIn,
  type WorkItem,
} from '@lobby/shared/modules/checklist-items.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { FilesInput } from '../../kit/ui/form/inputs/files/FilesInput.tsx';
import { FileTile } from '../../kit/ui/form/inputs/files/FileTile.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../theme/classes.ts';
import { isMeasured, isTyped, TONES, useBounds, useMeasures, useWants } from './item-words.ts';
import { type Draft, useAnswer } from './useAnswer.ts';

const cardClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  p: '3',
  '& p': { m: '0' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
  '& [data-row]': { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' },
  '& [role=alert]': { color: 'bad.fg', textStyle: 'sm' },
});

const NOTHING: Draft = { value: '', result: null, note: '', images: [] };
const PHOTOS = { kind: 'files', max: MOST_PICTURES, images: true } as const;
const DRAWN = { kind: 'files', max: 1, images: true, drawn: true } as const;

interface ItemCardProps {
  workId: string;
  item: WorkItem;
  /** Later answers of others to the same item. */
  besides: readonly WorkItem[];
  /** Photos of the work; explanatory images of the items. */
  files: readonly FileInfo[];
  helpFiles: readonly FileInfo[];
  open: boolean;
}

/** A checklist item with its answer or the inputs for one. */
export function ItemCard({ workId, item, besides, files, helpFiles, open }: ItemCardProps) {
  const { t } = useTranslation(maintenance.name);
  const bounds = useBounds(item);
  const measures = useMeasures(item.kind);
  const [again, setAgain] = useState(false);
  const { n, label, required, help } = item;
  const asking = open && (again || !isAnswered(item));
  return (
    <div className={cardClass()}>
      <p>
        {n}. {label} {required === false && <small>({t('checklist.optional')})</small>}
      </p>
      {bounds && <small>{bounds}</small>}
      {help && <small>{help}</small>}
      <HelpPictures item={item} files={helpFiles} />
      {isAnswered(item) && !asking && <Found item={item} files={files} />}
      {isAnswered(item) && open && !again && (
        <div>
          <Button size="sm" onClick={() => setAgain(true)}>
            {t('checklist.again')}
          </Button>
        </div>
      )}
      {asking && <AnswerInput workId={workId} item={item} onDone={() => setAgain(false)} />}
      {besides.map(beside => (
        <small key={beside.onceKey ?? beside.receivedAt}>
          <RefName to="employee" id={beside.byId ?? ''} />: {beside.result && t(`options.result.${beside.result}`)}{' '}
          {beside.value && measures.shown(beside.value)} {beside.note}
        </small>
      ))}
    </div>
  );
}

/** Explanatory images of an item. */
export function HelpPictures({ item, files }: { item: Pick<WorkItem, 'helpPictures'>; files: readonly FileInfo[] }) {
  const pictures = helpPicturesIn(item).flatMap(id => files.find(file => file.id === id) ?? []);
  if (pictures.length === 0) return null;
  return (
    <div data-row="">
      {pictures.map(file => (
        <FileTile key={file.id} file={file} />
      ))}
    </div>
  );
}

/** The answer, with author and time. */
function Found({ item, files }: { item: WorkItem; files: readonly FileInfo[] }) {
  const { t } = useTranslation(maintenance.name);
  const { dateTime } = useFormats();
  const { kind, value, unitName, result, note, byId, at } = item;
  const measures = useMeasures(kind);
  const pictures = picturesIn(item).flatMap(id => files.find(file => file.id === id) ?? []);
  return (
    <>
      <div data-row="">
        {result && <Status tone={TONES[result]}>{t(`options.result.${result}`)}</Status>}
        {value && (
          <span>
            {measures.shown(value)} {unitName}
          </span>
        )}
      </div>
      {note && <p>{note}</p>}
      {pictures.length > 0 && (
        <div data-row="">
          {pictures.map(file => (
            <FileTile key={file.id} file={file} />
          ))}
        </div>
      )}
      <small>
        {byId && <RefName to="employee" id={byId} />} {at && dateTime(at)}
      </small>
    </>
  );
}

/** Inputs of an answer. A pass is sent at once, a failure after it is explained. */
function AnswerInput({ workId, item, onDone }: { workId: string; item: WorkItem; onDone: () => void }) {
  const { t } = useTranslation(maintenance.name);
  const answer = useAnswer(workId, item);
  const { busy, error, code, run } = useSubmit();
  const [draft, setDraft] = useState<Draft>(NOTHING);
  const { kind } = item;
  const measures = useMeasures(kind);
  /** The value in its stored form instead of as typed. */
  const read = (typed: Draft): Draft => ({ ...typed, value: measures.read(typed.value) });
  const answerOf = (typed: Draft) => ({ ...read(typed), images: typed.images.map(({ id }) => id) });
  const judge = (typed: Draft) => judged(item, answerOf(typed));
  const verdict = judge(draft);
  const wants = useWants(item, answerOf(draft));
  const faults = isWrong(verdict) ? verdict.errors : {};
  const fails = !isWrong(verdict) ? verdict.result === 'FAIL' : Boolean(draft.result ?? draft.value);
  const send = (change: Partial<Draft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    const { result } = next;
    if (isWrong(judge(next))) return;
    // Failures are sent by the button, after the explanation.
    if (result === 'FAIL') return;
    void run(async () => {
      await answer(read(next));
      onDone();
    });
  };
  const choose = (result: ItemResult) => (
    <Button
      key={result}
      size="lg"
      look={draft.result === result ? 'filled' : 'outline'}
      tone={result === 'FAIL' ? 'bad' : 'neutral'}
      busy={busy}
      onClick={() => send({ result })}
    >
      {t(`options.result.${result}`)}
    </Button>
  );
  const asksWhy =
    fails &&
    (Boolean(faults.note ?? faults.images) || draft.result === 'FAIL' || draft.note !== '' || draft.images.length > 0);
  return (
    <>
      <div data-row="">
        {kind === 'CHECK' && (['PASS', 'FAIL'] as const).map(choose)}
        {kind === 'CHOICE' &&
          optionsIn(item.options).map(option => (
            <Button
              key={option}
              size="lg"
              look={draft.value === option ? 'filled' : 'outline'}
              busy={busy}
              onClick={() => send({ value: option, result: null })}
            >
              {option}
            </Button>
          ))}
        {choose('NA')}
      </div>
      {isTyped(kind) && (
        <TextInput
          size="lg"
          aria-label={kind === 'SIGNATURE' ? t('checklist.signer') : item.label}
          placeholder={kind === 'SIGNATURE' ? t('checklist.signer') : (item.unitName ?? undefined)}
          inputMode={isMeasured(kind) ? 'decimal' : undefined}
          maxLength={1000}
          value={draft.value}
          onChange={event => setDraft({ ...draft, value: event.target.value, result: null })}
        />
      )}
      {(kind === 'PHOTO' || kind === 'SIGNATURE' || asksWhy) && draft.result !== 'NA' && (
        <FilesInput
          id={`item-${item.n}-images`}
          name="images"
          field={kind === 'SIGNATURE' ? DRAWN : PHOTOS}
          label={t(kind === 'SIGNATURE' ? 'checklist.sign' : 'checklist.photos')}
          value={draft.images}
          invalid={false}
          onChange={value => setDraft(now => ({ ...now, images: value as readonly FileInfo[] }))}
          onBlur={() => undefined}
        />
      )}
      {(asksWhy || draft.result === 'NA') && (
        <Field label={t('checklist.note')} required={Boolean(faults.note)}>
          <TextInput
            maxLength={1000}
            value={draft.note}
            onChange={event => setDraft({ ...draft, note: event.target.value })}
          />
        </Field>
      )}
      <Refused error={error} code={code} />
      {wants && <p role="status">{wants}</p>}
      {(kind !== 'CHECK' || draft.result === 'FAIL' || draft.result === 'NA') && (
        <div>
          <Button
            look="filled"
            busy={busy}
            disabled={isWrong(verdict)}
            onClick={() =>
              void run(async () => {
                await answer(read(draft));
                onDone();
              })
            }
          >
            {t('checklist.save')}
          </Button>
        </div>
      )}
    </>
  );
}
