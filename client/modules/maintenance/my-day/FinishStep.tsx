import { INSPECTION_RESULTS } from '@lobby/shared/modules/care.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useAtomValue } from 'jotai';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { connectionAtom } from '../../../kit/live/connection.ts';
import type { OutgoingFile } from '../../../kit/offline/outbox.ts';
import { employeeOf, scopeNow } from '../../../kit/session/session.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { readDecimal } from '../../../kit/ui/form/inputs/numbers.ts';
import { SignaturePad } from '../../../kit/ui/form/inputs/SignaturePad.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { type DaySupply, type DayWork, missingIn } from './day.ts';
import { PhotoStrip } from './PhotoStrip.tsx';
import { useTyped } from './useTyped.ts';

const stepClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '5',
  '& h2': { textStyle: 'lg', fontWeight: 'semibold', m: '0' },
  '& h3': { textStyle: 'sm', fontWeight: 'semibold', m: '0' },
  '& section': { display: 'flex', flexDirection: 'column', gap: '2' },
  '& p': { m: '0', color: 'waiting.fg' },
  '& [data-used]': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 96px auto', gap: '2', alignItems: 'center' },
  '& li > button': { textDecoration: 'underline', minH: 'target' },
});
const MOST_PHOTOS = 5;

interface FinishStepProps {
  work: DayWork;
  supplies: readonly DaySupply[];
  today: string;
  /** Opens an unanswered item. */
  onJump: (n: number) => void;
  onEnd: (body: Record<string, unknown>, files: readonly OutgoingFile[]) => void;
}

interface Used {
  supplyId: string;
  warehouseId: string | null;
  quantity: string;
}

interface Ending {
  result: string;
  photos: readonly File[];
  papers: readonly File[];
  minutes: string;
  used: readonly Used[];
  found: string;
  number: string;
  until: string;
  repair: boolean;
}

/** Completion of a work: result, supplies, photos, signature. */
export function FinishStep({ work, supplies, today, onJump, onEnd }: FinishStepProps) {
  const { t } = useTranslation(maintenance.name);
  const offline = useAtomValue(connectionAtom).state === 'offline';
  const formats = useFormats();
  const [signature, setSignature] = useState<File | null>(null);
  const form = useTyped<Ending>(work.id, 'end', {
    result: '',
    photos: [],
    papers: [],
    minutes: work.estimatedMinutes ? String(work.estimatedMinutes) : '',
    used: work.parts.map(part => ({ ...part, quantity: formats.number(part.quantity) })),
    found: '',
    number: '',
    until: '',
    repair: true,
  });
  if (!form) return null;
  const { typed, type, done } = form;
  const { result, photos, papers, minutes, used, found: inspected, number, until, repair } = typed;
  const quantityOf = (text: string): number => readDecimal(text, formats.number(0.5)) ?? 0;
  const failing = work.items.some(item => item.result === 'FAIL');
  const missing = missingIn(work, photos.length, signature ? 1 : 0);
  const inspects = work.kind === 'INSPECTION';
  const wantsPaper = inspects && inspected === 'PASSED' && papers.length === 0;
  const wantsUntil = inspects && inspected === 'CONDITIONAL' && !until;
  const wantsResult = work.kind === 'CORRECTIVE' && result.trim() === '';
  const wrongParts = used.some(({ quantity }) => !(quantityOf(quantity) > 0));
  const isWhole =
    missing.items.length === 0 &&
    !missing.photo &&
    !missing.signature &&
    !wantsPaper &&
    !wantsUntil &&
    !wantsResult &&
    !wrongParts &&
    (!inspects || inspected !== '');
  const end = () => {
    const employeeId = employeeOf(scopeNow().projectId)?.employeeId;
    const files = [
      ...photos.map((file, at): OutgoingFile => ({ word: `$after${at}`, file })),
      ...papers.map((file, at): OutgoingFile => ({ word: `$paper${at}`, file })),
      ...(signature ? [{ word: '$signature', file: signature }] : []),
    ];
    const worked = Number(minutes);
    done();
    onEnd(
      {
        completedOn: today,
        ...(result.trim() && { result: result.trim() }),
        imagesAfter: photos.map((_one, at) => `$after${at}`),
        signatures: signature ? ['$signature'] : [],
        parts: used.map(({ supplyId, warehouseId, quantity }) => ({
          supplyId,
          warehouseId,
          quantity: quantityOf(quantity),
        })),
        ...(employeeId && worked > 0 && { labour: [{ employeeId, minutes: worked, day: today }] }),
        ...(inspects && {
          inspectionResult: inspected,
          certificates: papers.map((_one, at) => `$paper${at}`),
          ...(number && { certificateNumber: number }),
          ...(until && { validUntil: until }),
        }),
        ...(failing && { repair }),
        ...(offline && { offline: true }),
      },
      files,
    );
  };
  const free = supplies.filter(({ id }) => !used.some(({ supplyId }) => supplyId === id));
  const nameOf = (id: string) => supplies.find(supply => supply.id === id);
  return (
    <div className={stepClass()}>
      <h2>{t('actions.complete')}</h2>
      {missing.items.length > 0 && (
        <section>
          <p>{t('myDay.missing')}</p>
          <ul>
            {missing.items.map(n => (
              <li key={n}>
                <button type="button" onClick={() => onJump(n)}>
                  {n}. {work.items[n - 1]?.label}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Field label={t('fields.result')} required={work.kind === 'CORRECTIVE'}>
        <TextArea rows={3} maxLength={5000} value={result} onChange={event => type({ result: event.target.value })} />
      </Field>
      {inspects && (
        <section>
          <Field label={t('fields.inspectionResult')} required>
            <Select
              size="lg"
              placeholder=" "
              value={inspected}
              choices={INSPECTION_RESULTS.map(value => ({ value, label: t(`options.inspectionResult.${value}`) }))}
              onChange={event => type({ found: event.target.value })}
            />
          </Field>
          <Field label={t('fields.certificateNumber')}>
            <TextInput
              size="lg"
              maxLength={60}
              value={number}
              onChange={event => type({ number: event.target.value })}
            />
          </Field>
          <Field label={t('fields.validUntil')} required={inspected === 'CONDITIONAL'}>
            <DayInput value={until} label={t('fields.validUntil')} min={today} onChange={day => type({ until: day })} />
          </Field>
          <PhotoStrip
            label={t('fields.certificates')}
            photos={papers}
            max={MOST_PHOTOS}
            onChange={now => type({ papers: now })}
          />
        </section>
      )}
      <section>
        <h3>{t('fields.parts')}</h3>
        {used.map(({ supplyId, quantity }, at) => (
          <div key={supplyId} data-used="">
            <span>
              {nameOf(supplyId)?.name} ({nameOf(supplyId)?.unitName})
            </span>
            <TextInput
              aria-label={t('fields.quantity')}
              inputMode="decimal"
              value={quantity}
              onChange={event =>
                type({ used: used.map((line, n) => (n === at ? { ...line, quantity: event.target.value } : line)) })
              }
            />
            <IconButton
              icon={X}
              label={t('myDay.removePart')}
              onClick={() => type({ used: used.filter((_one, n) => n !== at) })}
            />
          </div>
        ))}
        {free.length > 0 && (
          <Select
            aria-label={t('myDay.addPart')}
            size="lg"
            value=""
            placeholder={t('myDay.addPart')}
            choices={free.map(({ id, name, unitName }) => ({ value: id, label: `${name} (${unitName})` }))}
            onChange={event => {
              const supplyId = event.target.value;
              if (supplyId) type({ used: [...used, { supplyId, warehouseId: null, quantity: '1' }] });
            }}
          />
        )}
      </section>
      <Field label={t('myDay.minutes')}>
        <TextInput
          size="lg"
          inputMode="numeric"
          value={minutes}
          onChange={event => type({ minutes: event.target.value })}
        />
      </Field>
      <section>
        <h3>{t('fields.imagesAfter')}</h3>
        {missing.photo && <p>{t('errors:PHOTO_REQUIRED')}</p>}
        <PhotoStrip
          label={t('checklist.photos')}
          photos={photos}
          max={MOST_PHOTOS}
          onChange={now => type({ photos: now })}
        />
      </section>
      <section>
        <h3>{t('fields.signatures')}</h3>
        {missing.signature && <p>{t('errors:SIGNATURE_REQUIRED')}</p>}
        <SignaturePad label={t('checklist.sign')} onDrawn={setSignature} />
      </section>
      {failing && <Checkbox label={t('inputs.repair')} checked={repair} onChange={() => type({ repair: !repair })} />}
      <Button look="filled" size="lg" icon={Check} disabled={!isWhole} onClick={end}>
        {t('actions.complete')}
      </Button>
    </div>
  );
}
