import { useEffect, useState } from 'react';
import { onReasonWanted } from '../../kit/http/second-person.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

const SecondPersonDialog = lazyPart(async () => (await import('./SecondPersonDialog.tsx')).SecondPersonDialog);

/** Asks for a reason when an act on any screen turns out to need a second person. */
export function SecondPerson() {
  const [asked, setAsked] = useState<{ give: (reason: string | null) => void; open: boolean } | null>(null);
  useEffect(() => onReasonWanted(() => new Promise(give => setAsked({ give, open: true }))), []);
  if (!asked) return null;
  return (
    <SecondPersonDialog
      open={asked.open}
      onAnswer={reason => {
        asked.give(reason);
        // Stays mounted for the closing animation.
        setAsked({ ...asked, open: false });
      }}
    />
  );
}
