/** Reports a database that cannot be opened as it is. Its message is for a person, and says what to do. */
export class OpeningRefused extends Error {}

/** Reports that a newer build has migrated the database. `place` names the database. */
export class NewerDatabase extends OpeningRefused {
  constructor(place: string, migration: string) {
    super(
      `The database ${place} was made by a newer Countersign: this one does not know its migration ${migration}. ` +
        'Update Countersign, or restore a backup that was made before.',
    );
  }
}
