import { BY_REASON } from '@lobby/shared/modules/utility-booking.ts';
import { useWatch } from 'react-hook-form';
import { useFormScope } from '../../../kit/ui/form/form-context.ts';
import { FieldInputs } from '../../../kit/ui/form/inputs/FieldInputs.tsx';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';

/** Override by staff with a reason, offered if the booking is refused for nothing else. */
export function BeyondFields({ codes }: { codes: readonly string[] }) {
  const { fields } = useFormScope();
  const [override] = useWatch<TypedValues>({ name: ['override'] });
  const may = codes.length > 0 && codes.every(code => BY_REASON.includes(code));
  if (!fields.override || !may) return null;
  return <FieldInputs names={override ? ['override', 'reason'] : ['override']} />;
}
