-- SQLite's format 13: what it is for is written there.
ALTER TABLE learners DROP CONSTRAINT learners_name_folded_key;
ALTER TABLE learners DROP CONSTRAINT learners_name_skeleton_key;
ALTER TABLE learners DROP CONSTRAINT learners_folded_skeleton_key;

CREATE INDEX learners_by_name            ON learners (name_folded);
CREATE INDEX learners_by_skeleton        ON learners (name_skeleton);
CREATE INDEX learners_by_folded_skeleton ON learners (folded_skeleton);

DROP TRIGGER learners_changed ON learners;
CREATE TRIGGER learners_changed AFTER UPDATE OF name, section, student_id, key_hash, is_forgotten ON learners FOR EACH ROW
WHEN ((OLD.name, OLD.section, OLD.student_id, OLD.key_hash, OLD.is_forgotten)
      IS DISTINCT FROM (NEW.name, NEW.section, NEW.student_id, NEW.key_hash, NEW.is_forgotten))
EXECUTE FUNCTION raise_class_version();
