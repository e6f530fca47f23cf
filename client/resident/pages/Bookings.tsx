import { Page as Amenities } from './Amenities.tsx';
import { Booking } from './Booking.tsx';

/** What the unit has booked. */
export const Page = ({ id }: { id: string | undefined }) => (id ? <Booking id={id} /> : <Amenities id={undefined} />);
