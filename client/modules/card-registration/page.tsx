import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { Row } from '../../kit/base/matches.ts';
import { FormRecordsPage } from '../approval-flow/index.ts';
import { DepositStrip } from '../deposit/index.ts';
import { CARD_REGISTRATION_FORM, CARD_REGISTRATION_HIDDEN, CARD_REGISTRATION_WIDTHS } from './form-fields.ts';

const DETAIL = { meta: (row: Row) => <DepositStrip row={row} /> };

/** Forms for cards of vehicles and residents. */
export function Component() {
  return (
    <FormRecordsPage
      definition={cardRegistration}
      widths={CARD_REGISTRATION_WIDTHS}
      hidden={CARD_REGISTRATION_HIDDEN}
      form={CARD_REGISTRATION_FORM}
      detail={DETAIL}
    />
  );
}
