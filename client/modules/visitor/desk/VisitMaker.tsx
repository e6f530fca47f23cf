import type { GuestRow } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { useState } from 'react';
import { now } from '../../../kit/http/clock.ts';
import { FormDialog } from '../../../kit/ui/form/FormDialog.tsx';
import { VISITOR_FORM } from '../visitor-form.tsx';
import { GuestPicker } from './GuestPicker.tsx';

/** Values copied from a frequent guest; the server copies phone and identity document, which are masked here. */
const fromGuest = ({ id, name, unitId, contactId, relationship, plate, vehicleType }: GuestRow) => ({
  guestId: id,
  name,
  unitId,
  contactId,
  relationship,
  plate,
  vehicleType,
});

export interface MakerProps {
  /** Whether a frequent guest is chosen first. */
  from: 'form' | 'guests';
  onClose: () => void;
}

/** Creates a visit over any screen. */
export function VisitMaker({ from, onClose }: MakerProps) {
  const [chosen, setChosen] = useState<GuestRow | null>(null);
  const [begun] = useState(() => new Date(now()).toISOString());
  if (from === 'guests' && !chosen) return <GuestPicker onTake={setChosen} onClose={onClose} />;
  return (
    <FormDialog
      {...VISITOR_FORM}
      open
      definition={visitor}
      {...(chosen && { form: `${visitor.name} of ${chosen.id}` })}
      defaults={{ expectedInAt: begun, ...(chosen && fromGuest(chosen)) }}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
