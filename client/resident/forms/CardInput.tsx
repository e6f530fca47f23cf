import type { card } from '@lobby/shared/modules/card.ts';
import { useRows } from '../data/rows.ts';
import { Choice } from '../parts/Choice.tsx';

interface CardInputProps {
  label: string;
  error: string | undefined;
  values: Readonly<Record<string, unknown>>;
  onChange: (id: string) => void;
}

/** A choice among the home's active cards of the type that the form is for. */
export function CardInput({ label, error, values, onChange }: CardInputProps) {
  const rows = useRows<typeof card>('/card', { filter: { status: { in: ['USING'] } }, limit: 100 }, ['CARD']).data;
  const cards = (rows ?? []).filter(({ type }) => !values.target || type === values.target);
  return (
    <Choice
      name="cardId"
      label={label}
      error={error}
      required
      value={String(values.cardId ?? '')}
      options={cards.map(({ id, number }) => ({ value: id, text: number }))}
      onChange={onChange}
    />
  );
}
