import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { FormRecordsPage } from '../../resident-form/index.ts';
import { useCardDetail } from './detail.tsx';
import { CARD_REGISTRATION_FORM, CARD_REGISTRATION_WIDTHS } from './form-fields.ts';

export function Component() {
  const detail = useCardDetail();
  return (
    <FormRecordsPage
      definition={cardRegistration}
      widths={CARD_REGISTRATION_WIDTHS}
      form={CARD_REGISTRATION_FORM}
      detail={detail}
    />
  );
}
