import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { styleClass } from '../../../theme/classes.ts';
import { FieldPairs } from './FieldPairs.tsx';

const partClass = styleClass({
  gridColumn: '1 / -1',
  '& > summary': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: 'control',
    cursor: 'pointer',
    color: 'accent.fg',
    fontWeight: 'medium',
    borderRadius: 'sm',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
  },
  '&[open] > summary > svg': { transform: 'rotate(90deg)' },
  '&[open] > summary': { mb: '3' },
});

interface FoldedFieldsProps {
  title: string;
  names: readonly string[];
  wide?: readonly string[];
}

/** Rarely used fields in a folded section, which opens if one of them has an error. */
export function FoldedFields({ title, names, wide = [] }: FoldedFieldsProps) {
  const { errors } = useFormState({ name: [...names, ...wide] });
  const [open, setOpen] = useState(false);
  const faulty = [...names, ...wide].some(name => name in errors);
  useEffect(() => {
    if (faulty) setOpen(true);
  }, [faulty]);
  return (
    <details className={partClass()} open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={16} />
        {title}
      </summary>
      <FieldPairs names={names} wide={wide} />
    </details>
  );
}
