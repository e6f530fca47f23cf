/**
 * A reference model of amenities, independent of the implementation: it counts minutes step by step, without intervals. An amenity may be part of a
 * whole; bookings of the whole occupy all of each part, and vice versa.
 */
export interface Booked {
  amenity: number;
  /** In minutes from the start of the model. */
  from: number;
  to: number;
  places: number;
  status: 'APPROVED' | 'PENDING' | 'ENDED';
  cost: number;
  paid: number;
  back: number;
}
interface Amenity {
  capacity: number;
  /** Index of the amenity that it is part of. */
  whole?: number;
  cleaning: number;
}

export class SlotModel {
  readonly bookings = new Map<string, Booked>();
  readonly #amenities: readonly Amenity[];
  constructor(amenities: readonly Amenity[]) {
    this.#amenities = amenities;
  }

  /** Places taken at a minute, without one booking. */
  takenAt(amenity: number, minute: number, except = ''): number {
    const own = this.#amenities[amenity];
    if (!own) throw new Error(`no amenity ${amenity}`);
    let taken = 0;
    for (const [id, one] of this.bookings) {
      if (id === except || one.status === 'ENDED') continue;
      const inside = minute >= one.from - own.cleaning && minute < one.to + own.cleaning;
      if (!inside) continue;
      if (one.amenity === amenity) taken += one.places;
      else if (this.#amenities[one.amenity]?.whole === amenity || own.whole === one.amenity) taken += own.capacity;
    }
    return taken;
  }

  /** Whether a number of places is free throughout a period. */
  fits(amenity: number, from: number, to: number, places: number, except = ''): boolean {
    const capacity = this.#amenities[amenity]?.capacity ?? 0;
    for (let minute = from; minute < to; minute += 15)
      if (this.takenAt(amenity, minute, except) + places > capacity) return false;
    return true;
  }

  /** Maximum occupancy at any quarter of an hour. */
  most(amenity: number, until: number): number {
    let most = 0;
    for (let minute = 0; minute < until; minute += 15) {
      let taken = 0;
      for (const booking of this.bookings.values())
        if (booking.status !== 'ENDED' && booking.amenity === amenity && booking.from <= minute && minute < booking.to)
          taken += booking.places;
      most = Math.max(most, taken);
    }
    return most;
  }

  /** Revenue of an amenity's bookings. */
  brought(amenity: number): number {
    let sum = 0;
    for (const booking of this.bookings.values()) if (booking.amenity === amenity) sum += booking.paid - booking.back;
    return sum;
  }
}
