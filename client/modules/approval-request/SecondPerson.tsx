import { useEffect, useState } from 'react';
import { onReasonWanted } from '../../kit/http/second-person.ts';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';

const SecondPersonDialog = lazyPart(async () => (await import('./SecondPersonDialog.tsx')).SecondPersonDialog);

/** Asks for a reason when an act on any screen turns out to need a second person. */
export function SecondPerson() {
  const [question, setQuestion] = useState<{ give: (reason: string | null) => void; open: boolean } | null>(null);
  useEffect(() => onReasonWanted(() => new Promise(give => setQuestion({ give, open: true }))), []);
  if (!question) return null;
  return (
    <SecondPersonDialog
      open={question.open}
      onAnswer={reason => {
        question.give(reason);
        // Stays mounted for the closing animation.
        setQuestion({ ...question, open: false });
      }}
    />
  );
}
