import type { projectContact } from '@lobby/shared/kit/project.contract.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { IdCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useDetail } from '../../../kit/live/useRows.ts';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { PrintedPage } from '../../../kit/ui/pages/PrintedPage.tsx';
import { Slip } from '../../../kit/ui/pages/Slip.tsx';

/** Print view of a card form, or of the slip signed at handover. */
export function Component() {
  const { idUnitGroup = '' } = useParams();
  const [params] = useSearchParams();
  const sheet = params.get('sheet') === 'slip' ? 'slip' : 'form';
  const { t } = useTranslation(cardRegistration.name);
  const say = useFieldWords(cardRegistration.name);
  const { day, money, dateTime } = useFormats();
  const scope = { projectId: idUnitGroup };
  const { data: place } = useContract<typeof projectContact>('/unit-group/:id/contact', {
    params: { id: idUnitGroup },
    scope,
  });
  const id = params.get('id');
  const { data: form, error } = useDetail(cardRegistration, id, { scope });
  const title = t(`print.${sheet}Title`);
  return (
    <PrintedPage title={title} icon={IdCard} state={form ? 'ready' : error ? 'failed' : 'loading'}>
      {form && (
        <Slip
          from={place?.name}
          title={title}
          code={form.code ?? ''}
          facts={[
            [say.label('type'), say.option('type', form.type)],
            [say.label('target'), say.option('target', form.target)],
            [say.label('unitId'), <RefName key="unit" to="unit" id={form.unitId} />],
            [say.label('residentId'), <RefName key="resident" to="resident" id={form.residentId} />],
            [say.label('vehicleType'), form.vehicleType && say.option('vehicleType', form.vehicleType)],
            [say.label('plate'), form.plate],
            [say.label('brand'), [form.brand, form.generation].filter(Boolean).join(' ')],
            [say.label('color'), form.color],
            [say.label('cardId'), form.cardId && <RefName key="card" to="card" id={form.cardId} />],
            [say.label('newCardId'), form.newCardId && <RefName key="new" to="card" id={form.newCardId} />],
            [say.label('startDate'), form.startDate && day(form.startDate)],
            [say.label('depositAmount'), form.depositAmount ? money(form.depositAmount) : null],
            ...(sheet === 'slip'
              ? [[say.label('completedAt'), form.completedAt && dateTime(form.completedAt)] as const]
              : [[say.label('note'), form.note] as const]),
          ]}
          signs={[t('print.household'), t('print.desk')]}
        />
      )}
    </PrintedPage>
  );
}
