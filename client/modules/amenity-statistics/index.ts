export { BookingStatistics } from './BookingStatistics.tsx';
export { OrderStatistics } from './OrderStatistics.tsx';
