import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCan } from '../../../kit/session/permissions.ts';
import { RecordForm } from '../../../kit/ui/form/RecordForm.tsx';
import { ScreenParts } from '../../../kit/ui/pages/ScreenParts.tsx';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { FormRecordsPage } from '../../resident-form/index.ts';
import { useCardDetail } from './detail.tsx';
import { CARD_REGISTRATION_FORM, CARD_REGISTRATION_WIDTHS } from './form-fields.ts';

const pageClass = styleClass({
  flex: '1',
  overflowY: 'auto',
  '& > div': { maxW: '880px', mx: 'auto', w: 'full', py: '4' },
});

/** A form on its own page; after saving a new empty one follows. */
function NewForm() {
  const { t } = useTranslation('card-registration');
  const navigate = useNavigate();
  const mayWrite = useCan(cardRegistration.code, 'write');
  const [turn, setTurn] = useState(0);
  if (!mayWrite)
    return (
      <>
        <h1>{t('desk.title')}</h1>
        <EmptyState icon={IdCard} title={t('desk.mayNot')} />
      </>
    );
  return (
    <div className={pageClass()}>
      <div>
        <h1>{t('desk.title')}</h1>
        <RecordForm
          key={turn}
          {...CARD_REGISTRATION_FORM}
          definition={cardRegistration}
          defaults={{ target: 'VEHICLE', type: 'NEW' }}
          form="card-registration-form"
          save={t('desk.save')}
          onSaved={row => void navigate(`?part=issue&tab=all&id=${row.id}`)}
          onCancel={() => setTurn(n => n + 1)}
        />
      </div>
    </div>
  );
}

/** Card desk: new forms, and forms whose card is ready to hand out. */
export function Component() {
  const { t } = useTranslation('card-registration');
  const detail = useCardDetail();
  return (
    <ScreenParts
      label={t('desk.title')}
      parts={[
        {
          value: 'issue',
          label: t('desk.issue'),
          content: (
            <FormRecordsPage
              definition={cardRegistration}
              widths={CARD_REGISTRATION_WIDTHS}
              form={CARD_REGISTRATION_FORM}
              detail={detail}
            />
          ),
        },
        { value: 'new', label: t('desk.new'), content: <NewForm /> },
      ]}
    />
  );
}
