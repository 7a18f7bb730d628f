-- Search by the beginnings of words. Groups of three letters find nothing where most texts share them: of a million tickets every number
-- has 'HD-' and '000', and all but a few candidates were read and dropped.

-- The words of a text, in small letters, by which it is found: what stands between spaces, its signs made one hyphen, and of a word of
-- several parts also what remains from each part on: 'HD-2611-00042' is found by itself, by '2611-00042' and by '00042'. Only the signs of
-- ASCII and the strokes of Devanagari part words: vowel signs of Hindi belong to their letters.
create function search_words(said text) returns tsvector language plpgsql immutable strict parallel safe cost 500 as $$
declare
  words text[] := '{}';
  word text;
  parts text[];
begin
  foreach word in array string_to_array(regexp_replace(regexp_replace(lower(said), '[!-/:-@\[-`{-~।॥“”‘’–—…]+', '-', 'g'), '\s+', ' ', 'g'), ' ') loop
    word := trim('-' from word);
    continue when word = '';
    words := words || left(word, 60);
    if strpos(word, '-') > 0 then
      parts := string_to_array(word, '-');
      for i in 2..least(cardinality(parts), 12) loop
        words := words || left(array_to_string(parts[i:], '-'), 60);
      end loop;
    end if;
  end loop;
  return array_to_tsvector(words);
end $$;

-- What a word of a search begins, written as the words of texts are.
create function search_start(word text) returns tsquery language sql immutable strict parallel safe as $$
  select ('''' || left(trim('-' from regexp_replace(lower(word), '[!-/:-@\[-`{-~।॥“”‘’–—…\s]+', '-', 'g')), 60) || ''':*')::tsquery
$$;

drop index help_desk_ticket_no_trgm, help_desk_subject_trgm, help_desk_description_trgm, ticket_reply_text_trgm, ticket_note_text_trgm;
create index help_desk_ticket_no_words on help_desk using gin (search_words(ticket_no));
create index help_desk_subject_words on help_desk using gin (search_words(subject));
create index help_desk_description_words on help_desk using gin (search_words(description));
create index ticket_reply_text_words on ticket_reply using gin (search_words(text));
create index ticket_note_text_words on ticket_note using gin (search_words(text));
-- What the search over everything finds first: subjects that begin with what is looked for.
create index help_desk_subject_sort on help_desk (lower(subject), id) where deleted_at is null;
