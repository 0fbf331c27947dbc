# sh remembered.sh FOLDER COMMAND...: runs the command once for each content of the folder it is run in, and from then
# on says again what it said and ends as it ended. FOLDER is where that is kept. Only what a command ended with by itself
# is kept, and only when the content was the same behind it as before. Where it says the path of the folder it ran in,
# it says the path of this one later.
kept=$1
shift
content() {
  { echo "$@" && find . -type f ! -path './.git*' -exec sha1sum {} + | sort; } | sha1sum
}
replaced() {
  from=$1 to=$2 awk 'BEGIN { from = ENVIRON["from"]; to = ENVIRON["to"] } {
    said = ""
    while ((at = index($0, from)) > 0) {
      said = said substr($0, 1, at - 1) to
      $0 = substr($0, at + length(from))
    }
    print said $0
  }'
}
key=$(content "$@")
key=${key%% *}
if [ ${#key} -ne 40 ] || ! { [ -d "$kept" ] || mkdir -p "$kept"; }; then exec "$@"; fi
if ! [ -f "$kept/$key.exit" ]; then
  # Not $$: a check has its own process numbers, so two that run at once may have the same.
  mine=$(mktemp "$kept/$key.XXXXXX") || exec "$@"
  "$@" >"$mine" 2>&1
  exit=$?
  after=$(content "$@")
  if [ $exit -gt 125 ] || [ "${after%% *}" != "$key" ]; then
    cat "$mine"
    rm -f "$mine"
    exit $exit
  fi
  echo $exit >"$mine.exit"
  replaced "$PWD" "@here@" <"$mine" >"$mine.said"
  rm -f "$mine"
  mv "$mine.said" "$kept/$key"
  mv "$mine.exit" "$kept/$key.exit"
fi
replaced "@here@" "$PWD" <"$kept/$key"
read -r exit <"$kept/$key.exit"
exit "$exit"
