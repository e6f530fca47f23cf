import {
  helpPicturesIn,
  type ItemResult,
  isAnswered,
  isWrong,
  judged,
  MOST_PICTURES,
  optionsIn,
  type WorkItem,
} from '@lobby/shared/modules/checklist-items.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../../kit/http/clock.ts';
import { randomId } from '../../../kit/http/ids.ts';
import type { OutgoingFile } from '../../../kit/offline/outbox.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { SignaturePad } from '../../../kit/ui/form/inputs/SignaturePad.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { isMeasured, isTyped, TONES, useBounds, useMeasures, useWants } from '../item-words.ts';
import type { ItemAnswer } from './day.ts';
import { useHelp } from './help.ts';
import { PhotoStrip } from './PhotoStrip.tsx';
import { useTyped } from './useTyped.ts';

const stepClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  '& h2': { textStyle: 'lg', fontWeight: 'semibold', m: '0' },
  '& p, & small': { m: '0', color: 'fg.muted' },
  '& p[role=status]': { color: 'bad.fg', fontWeight: 'medium' },
  '& [data-row]': { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: '2' },
  '& [data-row] button, & [data-list] button': { minH: '16', textStyle: 'md', whiteSpace: 'normal' },
  '& [data-list]': { display: 'grid', gap: '2' },
  '& [data-help]': { display: 'flex', gap: '2', overflowX: 'auto' },
  '& [data-help] img': { h: '120px', borderRadius: 'md', bg: 'bg.muted' },
});

interface Said {
  value: string;
  result: ItemResult | null;
  note: string;
  photos: readonly File[];
}
const NOTHING: Said = { value: '', result: null, note: '', photos: [] };

interface ItemStepProps {
  workId: string;
  item: WorkItem;
  onAnswer: (answer: ItemAnswer, files: readonly OutgoingFile[]) => void;
  onNext: () => void;
}

/** One item per screen, for use with one hand; failures ask for a reason. */
export function ItemStep({ workId, item, onAnswer, onNext }: ItemStepProps) {
  const { t } = useTranslation(maintenance.name);
  const bounds = useBounds(item);
  const pictures = useHelp(helpPicturesIn(item));
  const measures = useMeasures(item.kind);
  const form = useTyped(workId, item.n, NOTHING);
  const [again, setAgain] = useState(false);
  const { value, result, note, photos } = form?.typed ?? NOTHING;
  const words = photos.map((_photo, at) => `$photo${at}`);
  const saying = { value: value ? measures.read(value) : null, result, note: note || null, images: words };
  const wants = useWants(item, saying);
  if (!form) return null;
  const { type, done } = form;
  const { n, label, kind, required, unitName, help } = item;
  const verdict = judged(item, saying);
  const fails = isWrong(verdict) ? Boolean(verdict.errors.note ?? verdict.errors.images) : verdict.result === 'FAIL';
  const say = (change: Partial<typeof saying> = {}) => {
    const answer = { ...saying, ...change };
    const files = photos.map((file, at): OutgoingFile => ({ word: `$photo${at}`, file }));
    const at = new Date(now()).toISOString();
    onAnswer({ n, ...answer, at, key: randomId(), corrects: item.receivedAt ?? null }, files);
    done();
    setAgain(false);
    onNext();
  };
  const choose = (chosen: ItemResult) => {
    type({ result: chosen });
    if (!isWrong(judged(item, { ...saying, result: chosen })) && chosen !== 'FAIL') say({ result: chosen });
  };
  if (isAnswered(item) && !again)
    return (
      <div className={stepClass()}>
        <h2>
          {n}. {label}
        </h2>
        <Status tone={TONES[item.result ?? 'NA']}>{t(`options.result.${item.result}`)}</Status>
        {item.value && (
          <p>
            {measures.shown(item.value)} {unitName}
          </p>
        )}
        {item.note && <p>{item.note}</p>}
        <Button size="lg" onClick={() => setAgain(true)}>
          {t('checklist.again')}
        </Button>
      </div>
    );
  const pictured = kind === 'PHOTO' || fails || result === 'FAIL';
  return (
    <div className={stepClass()}>
      <h2>
        {n}. {label} {required === false && <small>({t('checklist.optional')})</small>}
      </h2>
      {bounds && <p>{bounds}</p>}
      {help && <p>{help}</p>}
      {pictures.length > 0 && (
        <div data-help="">
          {pictures.map(url => (
            <img key={url} src={url} alt={help ?? label} />
          ))}
        </div>
      )}
      {kind === 'CHECK' && (
        <div data-row="">
          {(['PASS', 'FAIL', 'NA'] as const).map(option => (
            <Button
              key={option}
              size="lg"
              look={result === option ? 'filled' : 'outline'}
              tone={option === 'FAIL' ? 'bad' : 'neutral'}
              aria-pressed={result === option}
              onClick={() => choose(option)}
            >
              {t(`options.result.${option}`)}
            </Button>
          ))}
        </div>
      )}
      {kind === 'CHOICE' && (
        <div data-list="">
          {optionsIn(item.options).map(option => (
            <Button
              key={option}
              size="lg"
              look={value === option ? 'filled' : 'outline'}
              aria-pressed={value === option}
              onClick={() => {
                type({ value: option, result: null });
                if (!isWrong(judged(item, { ...saying, value: option, result: null })))
                  say({ value: option, result: null });
              }}
            >
              {option}
            </Button>
          ))}
        </div>
      )}
      {isTyped(kind) && (
        <Field label={kind === 'SIGNATURE' ? t('checklist.signer') : (unitName ?? t('fields.value'))}>
          <TextInput
            size="lg"
            inputMode={isMeasured(kind) ? 'decimal' : undefined}
            maxLength={1000}
            value={value}
            onChange={event => type({ value: event.target.value, result: null })}
          />
        </Field>
      )}
      {kind === 'SIGNATURE' && result !== 'NA' && (
        <SignaturePad label={t('checklist.sign')} onDrawn={file => type({ photos: file ? [file] : [] })} />
      )}
      {pictured && kind !== 'SIGNATURE' && result !== 'NA' && (
        <PhotoStrip
          label={t('checklist.photos')}
          photos={photos}
          max={MOST_PICTURES}
          onChange={now => type({ photos: now })}
        />
      )}
      {(fails || result !== null) && (
        <Field label={t('checklist.note')}>
          <TextInput size="lg" maxLength={1000} value={note} onChange={event => type({ note: event.target.value })} />
        </Field>
      )}
      {wants && <p role="status">{wants}</p>}
      <div data-row="">
        {kind !== 'CHECK' && (
          <Button size="lg" look="outline" aria-pressed={result === 'NA'} onClick={() => choose('NA')}>
            {t('options.result.NA')}
          </Button>
        )}
        {(kind !== 'CHECK' || result !== null) && (
          <Button size="lg" look="filled" disabled={isWrong(verdict)} onClick={() => say()}>
            {t('checklist.save')}
          </Button>
        )}
      </div>
    </div>
  );
}
