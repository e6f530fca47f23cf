import { useState } from 'react';
import { BOOKINGS } from '../../bookings.ts';
import { call, type Refused, upload } from '../../data/api.ts';
import { AddPhotos } from '../../parts/PhotoField.tsx';
import { Pictures, Refusal } from '../../parts/parts.tsx';
import { t } from '../../words.ts';

const MOST = 5;

interface ImagesProps {
  booking: {
    id: string;
    version: number;
    paymentImages: readonly { id: string; url: string; thumbUrl: string | null }[];
  };
  onDone: () => void;
}

/** Proofs of transfer for the accountants. */
export function PaymentImages({ booking, onDone }: ImagesProps) {
  const { id, version, paymentImages } = booking;
  const [refused, setRefused] = useState<Refused | null>(null);
  const add = async (files: readonly File[]) => {
    try {
      const chosen = files.slice(0, MOST - paymentImages.length);
      const made = await upload(chosen);
      const ids = [...paymentImages.map(paymentImage => paymentImage.id), ...made];
      await call(`${BOOKINGS}/${id}`, { method: 'PUT', body: { version, paymentImages: ids } });
      setRefused(null);
      onDone();
    } catch (failure) {
      setRefused(failure as Refused);
    }
  };
  return (
    <section className="stack">
      <Pictures of={paymentImages} label={t('amenities.paid')} />
      <Refusal refused={refused} />
      {paymentImages.length < MOST && <AddPhotos label={t('amenities.addImage')} onAdd={files => void add(files)} />}
    </section>
  );
}
